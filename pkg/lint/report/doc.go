// Package report prints what the linter found: as text for people, JSON for
// scripts, SARIF for code scanning, workflow commands for GitHub Actions,
// JUnit XML for test reports and Markdown for a job summary. Each format is one
// file; [Write] chooses.
//
// Whatever comes from a skill is escaped for the format it goes to: control
// characters and characters that hide text never arrive raw.
package report
