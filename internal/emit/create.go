package emit

import (
	"path/filepath"

	"github.com/echomq/emqgen/internal/diag"
)

// Create writes files that must not exist yet into a folder that may: all of
// them or, if one is there already, none. The files belong to the user from then
// on: no manifest lists them.
func Create(dir string, files []File) error {
	var taken diag.List
	j := &job{plan: &plan{Folder: &Folder{Dir: dir}}, disk: realDisk{}}
	for _, f := range files {
		found, err := look(j.disk, dir, f.Path, nil)
		if err != nil {
			return err
		}
		if found.exists || found.blocked != "" {
			taken.Errorf(diag.Pos{File: j.at(f.Path)}, "output-foreign", "exists already: choose another folder, or move it")
		}
	}
	if taken.Len() > 0 {
		return &Refusal{taken.Sorted()}
	}
	for _, f := range files {
		name := j.at(f.Path)
		if err := j.mkdirs(filepath.Dir(name)); err != nil {
			return err
		}
		if err := j.disk.Write(name, f.Data, newFile); err != nil {
			return err
		}
	}
	return nil
}
