//! What the source says of a round, sentence by sentence.
