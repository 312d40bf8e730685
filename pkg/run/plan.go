package run

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/safefs"
	"github.com/skillctl/skillctl/pkg/parse"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// Options are what a run is asked for.
type Options struct {
	Command Command
	// WorkspaceRoot is where workspaces are made, absolute; Bash the path of
	// the shell.
	WorkspaceRoot string
	Bash          string
	// Session is the session the run belongs to, nil for a workspace of its own.
	Session     *Session
	Environment Environment
	Inputs      []InputFile     // copied into the workspace, in this order
	Outputs     []string        // patterns; none means [DefaultOutputs]
	Cwd         string          // relative to the skill; one with a leading slash or variable, to the workspace
	Writable    bool            // the staged skill may be changed
	Limits      Limits          // see [DefaultLimits]; a zero time-out is over at once
	Level       sandbox.Level   // demanded, or the best there is
	Network     sandbox.Network // reached by the command, or not
	AllowRead   []string        // absolute paths outside the workspace
	Now         time.Time       // stamped on the workspace and its records
}

// Plan is everything a run will do, decided before anything is touched. It is
// a value: it can be printed, and carried out once with [Plan.Run].
type Plan struct {
	Skill   string   `json:"skill"`
	Source  string   `json:"source"` // the skill's directory
	Command string   `json:"command"`
	Argv    []string `json:"argv"`
	Cwd     string   `json:"cwd"`
	// Env is the command's environment, ShownEnv the same without the values
	// that came from the caller's environment or from files.
	Env       []string `json:"-"`
	ShownEnv  []string `json:"env"`
	Workspace Layout   `json:"workspace"`
	Session   string   `json:"session,omitempty"`
	// Files are the entries of the staged skill, Links the links put beside
	// them as "name -> target".
	Files    []Entry     `json:"files"`
	Links    []string    `json:"links,omitempty"`
	Inputs   []InputFile `json:"inputs,omitempty"`
	Outputs  []Glob      `json:"outputs"`
	Limits   Limits      `json:"limits"`
	Sandbox  SandboxPlan `json:"sandbox"`
	Warnings []string    `json:"warnings,omitempty"`

	fsys    fs.FS
	dirName string
	inputs  []stagedInput
	links   []int // indexes into linkNames
	session *Session
	now     time.Time
}

// SandboxPlan is what the run asks of the sandbox.
type SandboxPlan struct {
	Level     sandbox.Level   `json:"level"`
	Network   sandbox.Network `json:"network"`
	Writable  []string        `json:"writable"`
	AllowRead []string        `json:"allow_read,omitempty"`
	SkillRW   bool            `json:"skill_writable"`
}

// NewPlan decides everything and touches nothing. Its errors are [*Error].
func NewPlan(skill *parse.Skill, o Options) (*Plan, error) {
	if skill.FS == nil {
		return nil, refusedError("", skill.Path+": is not a skill in a directory")
	}
	p := &Plan{
		Skill: skill.Name, Source: skill.Dir, Limits: o.Limits, session: o.Session, now: o.Now,
		fsys: skill.FS, dirName: safeDirName(skill), Outputs: []Glob{},
		Sandbox: SandboxPlan{Level: o.Level, Network: o.Network, AllowRead: o.AllowRead, SkillRW: o.Writable},
	}
	p.Limits.TimeoutSeconds = o.Limits.Timeout.Seconds()
	for _, step := range []func(Options) error{p.planTree, p.planWorkspace, p.planEnv, p.planCommand, p.planData} {
		if err := step(o); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// safeDirName is the directory of the staged skill: its name, made safe.
func safeDirName(s *parse.Skill) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) || r == 0x7f {
			return '_'
		}
		return r
	}, s.Name)
	if strings.HasPrefix(name, ".") || len(name) > 200 || safefs.CheckPath(name) != nil {
		name = "skill_" + safeID(name)
	}
	return name
}

// planTree lists the skill's files and the links beside them.
func (p *Plan) planTree(Options) error {
	fsys := p.fsys
	if p.Source != "" {
		root, err := os.OpenRoot(p.Source)
		if err != nil {
			return inputError(p.Source, err)
		}
		defer func() { _ = root.Close() }()
		fsys = root.FS()
	}
	label := p.Source
	if label == "" {
		label = p.Skill
	}
	var err error
	if p.Files, err = scanTree(fsys, p.Source, label); err != nil {
		return err
	}
	for i, link := range linkNames {
		if has(p.Files, link.name) {
			p.Warnings = append(p.Warnings, fmt.Sprintf("the skill brings its own %s: the link to %s is left out", link.name, link.target))
			continue
		}
		p.links = append(p.links, i)
		p.Links = append(p.Links, link.name+" -> "+link.target)
	}
	return nil
}

// planWorkspace names the directories. An overridden OUTPUT_DIR is where
// outputs are collected.
func (p *Plan) planWorkspace(o Options) error {
	root := filepath.Join(o.WorkspaceRoot, workspaceName(p.Skill))
	if o.Session != nil {
		root = o.Session.Workspace
		p.Session = o.Session.ID
	}
	p.Workspace = newLayout(root, p.dirName, o.Now)
	for _, kv := range slices.Concat(o.Environment.File, o.Environment.Set) {
		value, ok := strings.CutPrefix(kv, "OUTPUT_DIR=")
		if !ok {
			continue
		}
		dir, err := p.outputDir(value)
		if err != nil {
			return err
		}
		p.Workspace.Output = dir
	}
	p.Sandbox.Writable = p.Workspace.writable()
	if o.Writable {
		p.Sandbox.Writable = append(p.Sandbox.Writable, p.Workspace.Skill)
	}
	return nil
}

// outputDir is an overridden OUTPUT_DIR: inside the workspace it is made,
// outside it must exist.
func (p *Plan) outputDir(value string) (string, error) {
	if !filepath.IsAbs(value) {
		if !filepath.IsLocal(value) {
			return "", usageError("", fmt.Sprintf("--env OUTPUT_DIR=%s: leads out of the workspace", value))
		}
		return filepath.Join(p.Workspace.Root, value), nil
	}
	if _, inside := p.Workspace.rel(value); inside {
		return filepath.Clean(value), nil
	}
	real, err := filepath.EvalSymlinks(value)
	if err != nil {
		return "", inputError("--env OUTPUT_DIR="+value, err)
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return "", usageError("name a directory", fmt.Sprintf("--env OUTPUT_DIR=%s: is not a directory", value))
	}
	if real == filepath.Dir(real) {
		return "", usageError("name a directory of its own", fmt.Sprintf("--env OUTPUT_DIR=%s: is the root of the file system", value))
	}
	return real, nil
}

func (p *Plan) planEnv(o Options) error {
	e := o.Environment
	e.File, e.Set = p.resolveOutputDir(e.File), p.resolveOutputDir(e.Set)
	var err error
	p.Env, p.ShownEnv, err = e.build(fixedEnv(p.Workspace, p.Skill, skillPath(p.Workspace, p.Files, e.Caller)))
	return err
}

// resolveOutputDir puts the resolved directory in the place of OUTPUT_DIR.
func (p *Plan) resolveOutputDir(vars []string) []string {
	vars = slices.Clone(vars)
	for i, kv := range vars {
		if strings.HasPrefix(kv, "OUTPUT_DIR=") {
			vars[i] = "OUTPUT_DIR=" + p.Workspace.Output
		}
	}
	return vars
}

func (p *Plan) planCommand(o Options) error {
	own := map[string]bool{}
	for _, link := range linkNames {
		own[link.name] = has(p.Files, link.name)
	}
	var err error
	if p.Cwd, err = resolveCwd(p.Workspace, o.Cwd, p.Files, own); err != nil {
		return err
	}
	if len(o.Command.Words) == 0 && o.Command.Line == "" {
		return usageError("write -- COMMAND or -c 'shell command'", "no command given")
	}
	command := o.Command
	if inSkill, err := filepath.Rel(p.Workspace.Skill, p.Cwd); err == nil && filepath.IsLocal(inSkill) {
		command = withInterpreter(command, p.fsys, p.Files, filepath.ToSlash(inSkill))
	}
	p.Command = command.text()
	if strings.ContainsRune(p.Command, 0) {
		return usageError("", "the command holds a NUL byte")
	}
	p.Argv = shellArgv(o.Bash, p.Command, o.Command.Login)
	return nil
}

// planData plans what goes in and what comes out.
func (p *Plan) planData(o Options) error {
	outputs := o.Outputs
	if len(outputs) == 0 {
		outputs = DefaultOutputs()
	}
	var err error
	if p.Outputs, err = parseGlobs(p.Workspace, outputs); err != nil {
		return err
	}
	if p.inputs, err = planInputs(o.Inputs); err != nil {
		return err
	}
	for _, in := range p.inputs {
		p.Inputs = append(p.Inputs, in.file)
	}
	for _, path := range p.Sandbox.AllowRead {
		if _, err := os.Stat(path); err != nil {
			return inputError("--allow-read "+path, err)
		}
	}
	return nil
}
