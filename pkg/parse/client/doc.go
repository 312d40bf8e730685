// Package client knows what the clients of Agent Skills do with a skill: where
// they look, what they refuse, what they cut, and which of two skills of one
// name they take.
//
// It is one table of data, [All], with the source of every entry, and one
// computation on it, [Client.View], which tells for each skill of a catalog
// whether a client sees it, and why not. Package lint and package pack read
// the same table for their profiles.
//
// The facts are a snapshot of 2026. What is not known of a client is left
// zero, which always means "no limit" or "ignored".
package client
