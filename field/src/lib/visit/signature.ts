import type { ManifestSignature } from '@doorstep/contract/visits/signature';
import { openKey } from '../lock/lock.ts';
import { momentOf } from '../moment.ts';
import { changeDraft } from './draft.ts';
import { deleteFile, storeFile } from './files.ts';
import { photosLock } from './photos.ts';

export interface SignaturePicture {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/**
 * Stores a signature with the visit and deletes the earlier one. Rejects if the visit is already finished,
 * or with a QuotaExceededError if the phone is full.
 */
export const saveSignature = (
  visitId: string,
  picture: SignaturePicture,
  words: string,
): Promise<void> =>
  navigator.locks.request(photosLock(visitId), { mode: 'shared' }, async () => {
    // Gets the key now, because the app may be locked before the signature is stored.
    const key = openKey();
    const at = momentOf(new Date());
    const { bytes, width, height } = picture;
    const sha256 = await storeFile(visitId, bytes, key);
    const file = { kind: 'signature' as const, sha256, bytes: bytes.length, width, height };
    await replaceSignature(visitId, { answer: 'signed', at, words, file }, key);
  });

/** Null removes the stored answer. */
export const saveNoSignature = (
  visitId: string,
  answer: 'declined' | 'not_asked' | null,
  words: string,
): Promise<void> =>
  replaceSignature(
    visitId,
    answer && { answer, at: momentOf(new Date()), words, file: null },
    openKey(),
  );

async function replaceSignature(
  visitId: string,
  signature: ManifestSignature | null,
  key: CryptoKey,
): Promise<void> {
  let before: string | undefined;
  const changed = await changeDraft(
    visitId,
    (draft) => {
      before = draft.signature?.file?.sha256;
      return { ...draft, signature };
    },
    key,
  );
  const now = signature?.file?.sha256;
  if (before && before !== now) await deleteFile(visitId, before);
  if (changed) return;
  if (now) await deleteFile(visitId, now);
  throw new Error('This visit is finished already.');
}
