package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/skillctl/skillctl/internal/escape"
	"github.com/skillctl/skillctl/pkg/run"
)

// printRun lists, on standard error, what a run left behind. The command's
// own output has been passed on already.
func (o *runOptions) printRun(r *run.Result) {
	for _, w := range r.Warnings {
		if w == r.Failure {
			o.printError(w, "") // not a note: nothing else tells why there is no output
		} else {
			o.note("%s", w)
		}
	}
	if o.quiet {
		return
	}
	theme := o.errTheme()
	saved := map[string]string{}
	for _, a := range r.ArtifactFiles {
		saved[a.Name] = a.Path
	}
	for _, f := range r.OutputFiles {
		line := fmt.Sprintf("%s  %s  %s", theme.Place(escape.Line(f.Name)), size(f.SizeBytes), theme.Faint(escape.Line(f.MIMEType)))
		if to := saved[f.Name]; to != "" {
			line += "  -> " + escape.Line(to)
		}
		fmt.Fprintln(o.streams.Err, line)
	}
	if r.Workspace != "" {
		o.note("workspace kept: %s", r.Workspace)
	}
	if o.verbose {
		o.note("sandbox %s, network %s, %d ms", r.Sandbox.Level, r.Sandbox.Network, r.DurationMS)
	}
	if len(r.Sandbox.NotEnforced) > 0 && o.flags.level() == "auto" {
		o.note("sandbox %s: not enforced: %s", r.Sandbox.Level, strings.Join(r.Sandbox.NotEnforced, "; "))
	}
}

// printPlan shows what a run would do.
func (o *runOptions) printPlan(p *run.Plan) error {
	if o.isJSON() {
		return o.writeJSON(p)
	}
	var b strings.Builder
	section := func(title string) { fmt.Fprintf(&b, "%s\n", o.outTheme().Bold(title)) }
	section("COMMAND")
	fmt.Fprintf(&b, "  %s\n  in %s\n", escape.Line(p.Command), escape.Line(p.Cwd))
	section("WORKSPACE")
	fmt.Fprintf(&b, "  %s/\n", escape.Line(p.Workspace.Root))
	for _, f := range p.Files {
		fmt.Fprintf(&b, "  %s %8d  skills/%s/%s%s\n", f.Perm, f.Bytes, escape.Line(p.Skill), escape.Line(f.Path), arrow(f.Link))
	}
	for _, l := range p.Links {
		fmt.Fprintf(&b, "  %s %8d  skills/%s/%s\n", "lrwxrwxrwx", 0, escape.Line(p.Skill), escape.Line(l))
	}
	for _, in := range p.Inputs {
		fmt.Fprintf(&b, "  input %s -> %s\n", escape.Line(in.Source), escape.Line(in.Dest))
	}
	section("ENVIRONMENT")
	for _, kv := range p.ShownEnv {
		fmt.Fprintf(&b, "  %s\n", escape.Line(kv))
	}
	section("SANDBOX")
	fmt.Fprintf(&b, "  level %s, network %s, timeout %s\n", p.Sandbox.Level, p.Sandbox.Network, p.Limits.Timeout)
	for _, dir := range p.Sandbox.Writable {
		fmt.Fprintf(&b, "  writable %s\n", escape.Line(dir))
	}
	for _, path := range p.Sandbox.AllowRead {
		fmt.Fprintf(&b, "  readable %s\n", escape.Line(path))
	}
	section("OUTPUTS")
	for _, g := range p.Outputs {
		fmt.Fprintf(&b, "  %s\n", escape.Line(g.Pattern))
	}
	for _, w := range p.Warnings {
		o.warn("%s", w)
	}
	_, err := io.WriteString(o.streams.Out, b.String())
	return err
}

func arrow(target string) string {
	if target == "" {
		return ""
	}
	return " -> " + escape.Line(target)
}
