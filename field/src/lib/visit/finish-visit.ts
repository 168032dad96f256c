/** What a visit still lacks before it can be finished, for the summary; empty where nothing. */
export type Lacking = 'outcome' | 'final' | 'try_again_at' | 'observation';

/**
 * Signs the visit, encrypts it and its photos to the server and puts it into the queue; the phone can't read it any more.
 * Done once all of it is on the phone. Rejects, and leaves the visit open, where that fails: QuotaExceededError where the phone is full.
 */
export async function finishVisit(_visitId: string): Promise<void> {
  throw new Error('Not yet made.');
}
