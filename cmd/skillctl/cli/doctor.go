package cli

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/skillctl/ui"
	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/run/sandbox"
)

// engineAnswer bounds how long a container engine may take to answer.
const engineAnswer = 5 * time.Second

// newDoctorCmd is `skillctl doctor`.
func newDoctorCmd(a *app) *cobra.Command {
	var require string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Tell what this machine can enforce when it runs a skill",
		Long: `Try every sandbox level on this machine, without running anything of a skill, and
tell what works, what is missing, and what to install or to enable.`,
		Args: needArgs("", 0, 0),
		Example: examples(
			"skillctl doctor",
			"skillctl doctor --require strict && skillctl run … --sandbox strict -- …",
			"skillctl doctor --json | jq -r .best",
		),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context(), sandbox.Level(require)) },
	}
	a.addOutput(cmd, formatText, formatJSON)
	cmd.Flags().StringVar(&require, "require", "", "exit 5 unless `LEVEL` can be had: strict, partial, container")
	levels := []string{string(sandbox.Strict), string(sandbox.Partial), string(sandbox.Container)}
	complete(cmd, "require", levels...)
	before(cmd, func(*cobra.Command) error {
		if require != "" && !slices.Contains(levels, require) {
			return usage("use one of: "+strings.Join(levels, ", "), "--require: unknown level %q", require)
		}
		return nil
	})
	documentExits(cmd, exitDoc{exitRefused: "with --require: this machine cannot enforce that level"})
	return cmd
}

// doctorDocument is the JSON of doctor.
type doctorDocument struct {
	Platform string          `json:"platform"`
	Best     sandbox.Level   `json:"best"`
	Sandbox  sandbox.Report  `json:"sandbox"`
	Checks   []sandbox.Check `json:"checks"`
}

func (a *app) doctor(ctx context.Context, require sandbox.Level) error {
	machine := sandbox.Probe(ctx)
	engines := []sandbox.Check{engineCheck(ctx, "podman"), engineCheck(ctx, "docker")}
	checks := append(append(machine.Checks, a.bashCheck()), engines...)
	doc := doctorDocument{runtime.GOOS + "/" + runtime.GOARCH, machine.Best, machine.Report, checks}
	if a.isJSON() {
		if err := a.writeJSON(doc); err != nil {
			return err
		}
	} else if err := a.printDoctor(doc); err != nil {
		return err
	}
	if require == "" || meets(require, machine.Best, engines) {
		return nil
	}
	a.printError(fmt.Sprintf("this machine cannot enforce level %s", require), "the table tells what is missing")
	return exitRefused
}

// meets reports whether the machine has a level.
func meets(require, best sandbox.Level, engines []sandbox.Check) bool {
	switch require {
	case sandbox.Container:
		return engines[0].OK || engines[1].OK
	case sandbox.Partial:
		return best == sandbox.Partial || best == sandbox.Strict
	default:
		return best == require
	}
}

func (a *app) bashCheck() sandbox.Check {
	path, err := a.findBash(sandbox.Auto)
	if err != nil {
		return sandbox.Check{Name: "bash", Detail: "not found", Hint: bashHint}
	}
	return sandbox.Check{Name: "bash", OK: true, Detail: path}
}

// engineCheck asks a container engine for its version, which also asks the
// daemon of one that has one.
func engineCheck(ctx context.Context, name string) sandbox.Check {
	c := sandbox.Check{Name: "engine " + name}
	if noContainers != "" {
		c.Detail, c.Hint = noContainers, containerHint
		return c
	}
	path, err := exec.LookPath(name)
	if err != nil {
		c.Detail, c.Hint = "not installed", "install "+name+" for --sandbox container"
		return c
	}
	ctx, cancel := context.WithTimeout(ctx, engineAnswer)
	defer cancel()
	format := "{{.Server.Version}}"
	if name == "podman" {
		format = "{{.Client.Version}}"
	}
	out, err := exec.CommandContext(ctx, path, "version", "--format", format).CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil {
		lines := strings.Split(text, "\n")
		c.Detail, c.Hint = lines[len(lines)-1], "start the engine, and make sure that you may use it"
		return c
	}
	c.OK, c.Detail = true, text
	return c
}

func (a *app) printDoctor(doc doctorDocument) error {
	theme := a.outTheme()
	table := ui.Table{Columns: []ui.Column{
		{Title: "", Style: func(s string) string {
			if strings.TrimSpace(s) == "ok" {
				return theme.Good(s)
			}
			return theme.Warning(s)
		}},
		{Title: "CHECK", Min: 12, Style: theme.Name},
		{Title: "RESULT", Weight: 3, Min: 16},
	}}
	for _, c := range doc.Checks {
		mark := "ok"
		if !c.OK {
			mark = "no"
		}
		table.Add(mark, escape.Line(c.Name), escape.Line(c.Detail))
	}
	if err := table.Write(a.streams.Out, a.columns(), theme); err != nil {
		return err
	}
	fmt.Fprintf(a.streams.Out, "\nrun --sandbox auto reaches: %s\n", theme.Bold(cmp.Or(string(doc.Best), "no level")))
	for _, gap := range doc.Sandbox.NotEnforced {
		fmt.Fprintf(a.streams.Out, "  not enforced: %s\n", gap)
	}
	for _, c := range doc.Checks {
		if c.Hint != "" {
			fmt.Fprintf(a.streams.Out, "%s: %s\n", theme.Name(escape.Line(c.Name)), escape.Line(c.Hint))
		}
	}
	return nil
}
