import { getOwnVisit, type OwnVisit } from '@doorstep/contract/visits/own-visit';
import { useCallback, useEffect, useState } from 'react';
import { call, NoAnswer, Refusal, signalOf } from '../session/api.ts';
import { SignInEnded, withToken } from '../session/renew.ts';

/** `asks`: the password is wanted first. */
type Failure = 'offline' | 'asks' | 'failed';

export interface OwnVisitView {
  /** Undefined until it came. */
  visit?: OwnVisit;
  failure?: Failure;
}

/** A sent visit as the office has it. It is only shown: nothing of it is stored on the phone. */
export function useOwnVisit(visitId: string): OwnVisitView & { again(): void } {
  const [view, setView] = useState<OwnVisitView>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    const show = (next: OwnVisitView) => !isOver && setView(next);
    withToken((token) => call(getOwnVisit, { params: { id: visitId }, token })).then(
      (visit) => show({ visit }),
      (error: unknown) => show({ failure: failureOf(error) }),
    );
    return () => {
      isOver = true;
    };
  }, [visitId, tries]);
  const again = useCallback(() => {
    setView({});
    setTries((before) => before + 1);
  }, []);
  return { ...view, again };
}

function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswer) return 'offline';
  if (error instanceof SignInEnded) return 'asks';
  if (!(error instanceof Refusal || (error instanceof Error && error.name === 'Locked')))
    reportError(error);
  return 'failed';
}

const pictureWithin = 30_000;

/**
 * An address for an `<img>` of a picture at the office; undefined until it came. The browser would store on its disk what an
 * `<img>` fetches.
 */
export function useOfficePicture(address: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isOver = false;
    withToken((token) => fetchPicture(address, token)).then(
      (picture) => {
        if (isOver) return;
        made = URL.createObjectURL(picture);
        setUrl(made);
      },
      // The frame stays empty; the rest of the visit can be read.
      () => {},
    );
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [address]);
  return url;
}

async function fetchPicture(address: string, token: string): Promise<Blob> {
  const answer = await fetch(address, {
    headers: { Authorization: `Bearer ${token}` },
    credentials: 'omit',
    cache: 'no-store',
    signal: signalOf(pictureWithin),
  });
  if (!answer.ok) throw new Refusal(answer.status, undefined);
  return answer.blob();
}
