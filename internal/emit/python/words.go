package python

import (
	"strings"

	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/naming"
)

// keywords cannot be the name of anything.
var keywords = words(`False None True and as assert async await break class continue def del elif
	else except finally for from global if import in is lambda nonlocal not or pass raise return
	try while with yield`)

// annotations are the names that emitted annotations are written with: inside of
// a class, a member of that name would stand for itself in the annotations below.
var annotations = words(`bool bytes collections datetime dict enum float int list object
	staticmethod str`)

// receivers are what the first parameter of a method is called: self is there
// already, and linters take a cls for a misplaced one. readerParams are the
// parameters that emitted functions have of their own.
var (
	receivers    = words(`self cls`)
	readerParams = words(`client`)
)

// exceptions are the builtin classes, which ours must not hide from those who
// import them.
var exceptions = words(`EOFError Exception IOError KeyError OSError BaseException NameError TypeError
	ValueError IndexError MemoryError LookupError RuntimeError SyntaxError SystemError TimeoutError
	UnicodeError ImportError BufferError AssertionError AttributeError ArithmeticError
	ConnectionError EnvironmentError InterruptedError OverflowError PermissionError ReferenceError
	RecursionError ProcessLookupError BlockingIOError BrokenPipeError ChildProcessError
	FileExistsError FileNotFoundError FloatingPointError IndentationError IsADirectoryError
	ModuleNotFoundError NotADirectoryError NotImplementedError TabError UnboundLocalError
	UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError ZeroDivisionError
	ConnectionAbortedError ConnectionRefusedError ConnectionResetError StopIteration
	StopAsyncIteration GeneratorExit KeyboardInterrupt SystemExit Warning Ellipsis NotImplemented`)

// ownClasses are what packages export of themselves. A class of the spec evades all
// of them, also those that this package does without, so that it keeps its name
// when a fence or ids are added.
var ownClasses = words(`Brand Call DeclaredError DecodedId DigestError FenceError InputError Minter Outcome
	RecordError ReplyError Script UnknownOutcomeError`)

// ownFiles are the public modules of every emitted package.
var ownFiles = words(`driver errors fence ids keys records scripts types`)

// standardLibrary are the modules of Python itself, up to 3.14.
var standardLibrary = words(`abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore
	atexit audioop base64 bdb binascii bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code
	codecs codeop collections colorsys compileall compression concurrent configparser contextlib
	contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis
	distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput
	fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
	hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress
	itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math
	mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath
	nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes
	pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile
	pyclbr pydoc pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched
	secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket
	socketserver spwd sqlite3 ssl stat statistics string stringprep struct subprocess sunau symtable
	sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading
	time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo
	types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg
	winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`)

// foreign are packages that ours must not hide.
var foreign = words(`redis`)

var identifier = lazy.Regexp(`\A[A-Za-z][A-Za-z0-9_]*\z`)

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// evade appends an underscore, as PEP 8 advises, to a name that is taken.
func evade(name string, taken ...map[string]bool) string {
	for _, set := range taken {
		if set[name] {
			return name + "_"
		}
	}
	return name
}

// pascal spells part of a class after a name, whose own capitals it keeps, and
// whose underscore it drops where that only evades a keyword.
func pascal(name string) string {
	name = strings.TrimSuffix(name, "_")
	if !strings.Contains(name, "_") && strings.ToLower(name) != name {
		return strings.ToUpper(name[:1]) + name[1:]
	}
	return naming.Pascal(name, nil)
}
