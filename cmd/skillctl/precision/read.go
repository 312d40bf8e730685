package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// source is a repository of the folder.
type source struct {
	repo, commit, skills string
}

// readSources reads the table "| source | commit | skills | files |".
func readSources(file string) ([]source, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []source
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 || !strings.Contains(cells[0], "/") {
			continue
		}
		all = append(all, source{strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no table of sources", file)
	}
	return all, nil
}

// verdict is what a reader of a finding said about it.
type verdict struct {
	right  bool
	remark string
}

// readReview reads verdicts by fingerprint; a missing file is an empty review.
func readReview(file string) (map[string]verdict, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all := map[string]verdict{}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.SplitN(line, "\t", 3)
		if len(fields) < 2 || fields[1] != "right" && fields[1] != "wrong" {
			return nil, fmt.Errorf("%s:%d: want fingerprint, right or wrong, remark", file, n)
		}
		v := verdict{right: fields[1] == "right"}
		if len(fields) == 3 {
			v.remark = fields[2]
		}
		all[fields[0]] = v
	}
	return all, nil
}
