package diff

// Reweigh weighs the proof once more, for tests that change the judgement.
func (r *Report) Reweigh() { r.weighProof(r.Proof) }
