import type { ManifestPhoto, PhotoSubject } from '@doorstep/contract/visits/manifest';
import { useEffect, useState } from 'react';
import { announce } from '../db/changes.ts';
import { database } from '../db/database.ts';
import { decryptBytes } from '../db/encrypted.ts';
import { openKey } from '../lock/lock.ts';
import { changeDraft } from './draft.ts';

/** What a photo is made of: the picture, where it comes from, and what it shows. */
export interface Taken {
  picture: Blob;
  source: ManifestPhoto['source'];
  shows: PhotoSubject;
  torch?: boolean;
}

/**
 * Shrinks a picture, writes time and place into it and keeps it with the visit; done once it is on the phone.
 * Rejects where the picture can't be read, and with a QuotaExceededError where the phone is full.
 */
export async function addPhoto(_visitId: string, _taken: Taken): Promise<ManifestPhoto> {
  throw new Error('Not yet made.');
}

export async function removePhoto(visitId: string, sha256: string): Promise<void> {
  await changeDraft(visitId, (draft) => ({
    ...draft,
    photos: draft.photos.filter((photo) => photo.sha256 !== sha256),
  }));
  await (await database()).delete('photos', [visitId, sha256]);
  announce('photos');
}

/** What an open visit says its photo shows, changed. */
export function relabelPhoto(visitId: string, sha256: string, shows: PhotoSubject): Promise<void> {
  return changeDraft(visitId, (draft) => ({
    ...draft,
    photos: draft.photos.map((photo) => (photo.sha256 === sha256 ? { ...photo, shows } : photo)),
  }));
}

/** An address for an `<img>` of an open visit's photo; undefined until it was read. */
export function usePhotoUrl(visitId: string, sha256: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isOver = false;
    void readPhoto(visitId, sha256).then((bytes) => {
      if (!bytes || isOver) return;
      made = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
      setUrl(made);
    }, reportError);
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [visitId, sha256]);
  return url;
}

/** The bytes of an open visit's photo. */
export async function readPhoto(visitId: string, sha256: string): Promise<ArrayBuffer | undefined> {
  const stored = await (await database()).get('photos', [visitId, sha256]);
  return stored?.encrypted && decryptBytes(openKey(), stored.encrypted);
}
