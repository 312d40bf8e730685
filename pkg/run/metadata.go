package run

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"time"

	"github.com/skillctl/skillctl/internal/digest"
)

// Metadata is metadata.json, the workspace's own record. Scripts may read it.
// It lies where a command without a sandbox can write, so skillctl trusts
// nothing in it: one that cannot be read is made anew, and Temporary decides on
// this very workspace alone.
type Metadata struct {
	Version    int                      `json:"version"` // 1
	CreatedAt  time.Time                `json:"created_at"`
	UpdatedAt  time.Time                `json:"updated_at"`
	LastAccess time.Time                `json:"last_access"`
	Temporary  bool                     `json:"temporary,omitempty"` // goes with its run: see [Sweep]
	Session    string                   `json:"session,omitempty"`
	Skills     map[string]MetadataSkill `json:"skills"`
	Inputs     []MetadataInput          `json:"inputs,omitempty"`
	Runs       []MetadataRun            `json:"runs,omitempty"` // the latest last
}

// MetadataSkill is one staged skill.
type MetadataSkill struct {
	Name     string        `json:"name"`
	RelPath  string        `json:"rel_path"`
	Digest   digest.Digest `json:"digest"` // names, modes, links and contents as staged
	StagedAt time.Time     `json:"staged_at"`
	Writable bool          `json:"writable"`
}

// MetadataInput is one staged input.
type MetadataInput struct {
	From string    `json:"from"`
	To   string    `json:"to"`
	TS   time.Time `json:"ts"`
}

// MetadataRun is one run, without its output.
type MetadataRun struct {
	Dir        string    `json:"dir"`
	Skill      string    `json:"skill"`
	Command    string    `json:"command"`
	Started    time.Time `json:"started_at"`
	ExitCode   *int      `json:"exit_code,omitempty"` // missing while it runs
	DurationMS int64     `json:"duration_ms,omitempty"`
	Outputs    []string  `json:"outputs,omitempty"`
}

const metadataVersion = 1

// readMetadata reads the record of a workspace, or starts one.
func readMetadata(root *os.Root, now time.Time) Metadata {
	fresh := Metadata{Version: metadataVersion, CreatedAt: now}
	f, err := root.OpenFile(nameMetadata, openFlags, 0)
	if err != nil {
		return fresh
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > MaxStagedBytes {
		return fresh
	}
	var m Metadata
	if err := json.NewDecoder(f).Decode(&m); err != nil || m.Version != metadataVersion {
		return fresh
	}
	return m
}

// begin records what was staged and that the run begins.
func (w *workspace) begin() error {
	now := w.plan.now.UTC()
	m := readMetadata(w.root, now)
	m.UpdatedAt, m.LastAccess, m.Session = now, now, w.plan.Session
	if m.Skills == nil {
		m.Skills = map[string]MetadataSkill{}
	}
	if old, ok := m.Skills[w.plan.dirName]; !ok || old.Digest != w.staged {
		m.Skills[w.plan.dirName] = MetadataSkill{
			Name: w.plan.Skill, RelPath: path.Join(nameSkills, w.plan.dirName), Digest: w.staged,
			StagedAt: now, Writable: w.plan.Sandbox.SkillRW,
		}
	}
	for _, in := range w.plan.Inputs {
		m.Inputs = append(m.Inputs, MetadataInput{From: in.Source, To: in.Dest, TS: now})
	}
	rel, _ := w.plan.Workspace.rel(w.plan.Workspace.Run)
	m.Runs = append(m.Runs, MetadataRun{Dir: rel, Skill: w.plan.Skill, Command: w.plan.Command, Started: now})
	if extra := len(m.Runs) - MaxMetadataRecords; extra > 0 {
		m.Runs = m.Runs[extra:]
	}
	if extra := len(m.Inputs) - MaxMetadataRecords; extra > 0 {
		m.Inputs = m.Inputs[extra:]
	}
	return writeMetadata(w.root, m)
}

// end records how the run ended.
func (w *workspace) end(r *Result) error {
	m := readMetadata(w.root, w.plan.now.UTC())
	m.UpdatedAt = w.plan.now.UTC().Add(time.Duration(r.DurationMS) * time.Millisecond)
	m.LastAccess = m.UpdatedAt
	rel, _ := w.plan.Workspace.rel(w.plan.Workspace.Run)
	for i := range m.Runs {
		if m.Runs[i].Dir != rel {
			continue
		}
		m.Runs[i].ExitCode, m.Runs[i].DurationMS = &r.ExitCode, r.DurationMS
		for _, f := range r.OutputFiles {
			m.Runs[i].Outputs = append(m.Runs[i].Outputs, f.Name)
		}
	}
	return writeMetadata(w.root, m)
}

// writeMetadata replaces the record by one rename. It is not synced: it lives
// as long as the workspace, and a workspace does not outlive a crash.
func writeMetadata(root *os.Root, m Metadata) error {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return inputError(nameMetadata, err)
	}
	const temporary = "." + nameMetadata + ".tmp"
	if err := root.Remove(temporary); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return inputError(nameMetadata, err)
	}
	f, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return inputError(nameMetadata, err)
	}
	_, err = f.Write(append(data, '\n'))
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = root.Rename(temporary, nameMetadata)
	}
	if err != nil {
		return inputError(nameMetadata, err)
	}
	return nil
}
