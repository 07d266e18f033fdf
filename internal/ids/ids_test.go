package ids

import (
	"strings"
	"testing"
	"time"
)

func TestDecodeAndEncode(t *testing.T) {
	tests := []struct {
		id                       string
		snowflake, ts, node, seq int64
		instant                  string
	}{
		{"USR0KHTOWnGLuC", 274557032793636864, 65459497641, 0, 0, "2026-01-27T15:11:37.641"},
		{"USR0NgWEfAEJfs", 320636799581945856, 76445770164, 0, 0, "2026-06-03T18:56:10.164"},
		{"JOB0Nb1VTbfnu4", 319436884017152000, 76159688000, 0, 0, "2026-05-31T11:28:08.000"},
		{"JOB0IiuVjOBhPe", 253473535287128106, 60432800123, 7, 42, "2025-11-30T10:53:20.123"},
		{"JOB00000000000", 0, 0, 0, 0, "2024-01-01T00:00:00.000"},
		{"JOBAzL8n0Y58m7", 9223372036854775807, 2199023255551, 1023, 4095, "2093-09-06T15:47:35.551"},
	}
	for _, tt := range tests {
		got, err := Default.Decode(tt.id)
		if err != nil {
			t.Errorf("%s: %v", tt.id, err)
			continue
		}
		if got.Snowflake != tt.snowflake || got.Millis != tt.ts || got.Node != tt.node || got.Seq != tt.seq ||
			got.Time.Format("2006-01-02T15:04:05.000") != tt.instant {
			t.Errorf("%s: got %+v", tt.id, got)
		}
		snowflake, err := Default.Join(got.Time, got.Node, got.Seq)
		if err != nil || snowflake != tt.snowflake {
			t.Errorf("%s: joined to %d, %v", tt.id, snowflake, err)
		}
		if back, err := Default.Encode(got.Brand, snowflake); err != nil || back.ID != tt.id {
			t.Errorf("%s: encoded to %q, %v", tt.id, back.ID, err)
		}
	}
}

func TestNotAnID(t *testing.T) {
	tests := map[string]string{
		"job-42": "6 bytes", "JOBAzL8n0Y58m8": "larger", "USRzzzzzzzzzzz": "larger", "job0Nb1VTbfnu4": "upper-case",
		"JOB0Nb1VTbfnu": "13 bytes", "JOB0Nb1VTbfnu44": "15 bytes", "JÖB0Nb1VTbfnu": "upper-case",
		"JOB0Nb1VTbfn\n4": "base62", "": "0 bytes",
	}
	for text, reason := range tests {
		if err := Check(text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: got %v, want a reason with %q", text, err, reason)
		}
	}
}

func TestMintCarriesIntoTheNextMillisecond(t *testing.T) {
	tight := Layout{Epoch: Default.Epoch, TimeBits: 59, NodeBits: 2, SeqBits: 2}
	minted, err := tight.Mint("JOB", 3, tight.Epoch.Add(time.Hour), 10)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(minted); i++ {
		if minted[i].ID <= minted[i-1].ID || minted[i].Node != 3 {
			t.Errorf("%s follows %s", minted[i].ID, minted[i-1].ID)
		}
	}
	if got := minted[9].Millis - minted[0].Millis; got != 2 {
		t.Errorf("ten ids of four a millisecond span %d ms", got)
	}
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	for name, err := range map[string]error{
		"node":   second(Default.Join(Default.Epoch, 1024, 0)),
		"seq":    second(Default.Join(Default.Epoch, 0, -1)),
		"before": second(Default.Join(Default.Epoch.Add(-time.Millisecond), 0, 0)),
		"after":  second(Default.Join(Default.last().Add(time.Millisecond), 0, 0)),
		"brand":  second(Default.Encode("JO", 1)),
		"sign":   second(Default.Encode("JOB", -1)),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func second[T any](_ T, err error) error { return err }
