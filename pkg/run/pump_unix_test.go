//go:build unix

package run

import (
	"bytes"
	"testing"
)

// slow is a writer that takes nothing until it may.
type slow struct {
	bytes.Buffer
	may chan struct{}
}

func (s *slow) Write(b []byte) (int, error) {
	<-s.may
	return s.Buffer.Write(b)
}

// TestPumpGivesUpWithoutLoss gives up the wait for the end of a stream that
// something holds open, while what the command wrote is still in the pipe.
func TestPumpGivesUpWithoutLoss(t *testing.T) {
	t.Parallel()
	to := &slow{may: make(chan struct{})}
	p, err := newPump(to, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	holder := p.child
	p.child = nil
	defer holder.Close()
	go p.run()
	want := bytes.Repeat([]byte("output\n"), 5000) // less than any pipe holds
	for range 2 {
		if _, err := holder.Write(want[:len(want)/2]); err != nil {
			t.Fatal(err)
		}
	}
	p.giveUp()
	close(to.may)
	<-p.done
	if !bytes.Equal(to.Bytes(), want) || p.count != int64(len(want)) {
		t.Errorf("%d bytes of %d arrived, %d counted", to.Len(), len(want), p.count)
	}
}
