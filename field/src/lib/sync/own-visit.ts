import { getOwnVisit } from '@doorstep/contract/visits/own-visit';
import { getOwnWeek } from '@doorstep/contract/visits/own-week';
import { useCallback, useEffect, useState } from 'react';
import { call, Refusal, signalOf } from '../session/api.ts';
import { withToken } from '../session/renew.ts';
import { useFromOffice } from './from-office.ts';

export function useOwnVisit(visitId: string) {
  return useFromOffice(
    useCallback(
      (token: string) => call(getOwnVisit, { params: { id: visitId }, token }),
      [visitId],
    ),
  );
}

const fetchOwnWeek = (token: string) => call(getOwnWeek, { token });

export const useOwnWeek = () => useFromOffice(fetchOwnWeek);

const pictureWithin = 30_000;

/**
 * Returns an address for `<img>`, undefined until the picture is loaded. Fetches the picture by script,
 * because the browser would store it on the disk if `<img>` fetched it.
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
      // On failure the frame stays empty, because the rest of the visit can still be read.
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
