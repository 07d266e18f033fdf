//go:build !unix || solaris || illumos || aix

package emit

import "os"

// tryLock finds every folder free where folders cannot be locked.
func tryLock(*os.File) (free bool, err error) { return true, nil }
