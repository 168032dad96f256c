import sharp from 'sharp';
import { agentAt } from '../load/made-up.ts';
import { percentilesOf } from '../percentile.ts';
import { makeSpreadsheet } from '../upload/make-spreadsheet.ts';
import type { Sample } from './cases.ts';

export interface Written {
  writes: number;
  failures: number;
  p99: number;
}

interface Write {
  method: 'PATCH' | 'POST';
  path: string;
  token: string;
  body: string | FormData;
  key?: string;
}

/**
 * At this number of unfinished writes, the writer waits. The writes should slow down the readers but not
 * overload the server.
 */
const mostUnderWay = 40;
const uploadedRows = 20;

/**
 * Prepares writes. Of 400 writes, 199 assign, 150 decide, 50 submit a visit with a photo and one uploads a
 * spreadsheet.
 */
export async function prepareWrites(
  address: string,
  sample: Sample,
  admins: string[],
  signIn: (email: string) => Promise<string>,
) {
  const visits: { token: string; applicationId: string }[] = [];
  for (const { index, applicationIds } of sample.visitors) {
    const token = await signIn(agentAt(index).email);
    visits.push(...applicationIds.map((applicationId) => ({ token, applicationId })));
  }
  const photo = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#7a6' },
  })
    .jpeg()
    .toBuffer();
  const started = Date.now();
  let turn = 0;

  function next(): Write {
    const now = turn++;
    const token = admins[now % admins.length] ?? '';
    const kind = now % 400;
    if (kind === 0) {
      const form = new FormData();
      const file = makeSpreadsheet(uploadedRows, started + now);
      form.append('file', new Blob([new Uint8Array(file)]), 'small.xlsx');
      return { method: 'POST', path: '/api/v1/bulk/bulk-upload/', token, body: form };
    }
    const visit = kind % 8 === 3 ? visits.pop() : undefined;
    if (visit) {
      const form = new FormData();
      form.append('application_id', visit.applicationId);
      form.append('overall_observation', 'positive');
      form.append('photos', new Blob([new Uint8Array(photo)]), 'photo.jpg');
      const key = `meanwhile-${started}-${now}`;
      const { token } = visit;
      return { method: 'POST', path: '/api/v1/verification_tasks/', token, body: form, key };
    }
    // Uses ids from the end of the sample, because the measured cases take theirs from the front.
    if (now % 2 === 0) {
      const id = sample.open.at(-1 - (now % sample.open.length));
      const { name } = agentAt(now % sample.agents.length);
      const body = JSON.stringify({ assigned_agent_name: name });
      return { method: 'PATCH', path: `/api/v1/applicants/${id}/`, token, body };
    }
    const id = sample.verifications.at(-1 - (now % sample.verifications.length));
    const round = Math.floor(now / sample.verifications.length);
    const body = JSON.stringify({ decision: round % 2 === 0 ? 'negative' : 'positive' });
    const path = `/api/v1/verification_tasks/${id}/admin-decision/`;
    return { method: 'POST', path, token, body };
  }

  async function send({ method, path, token, body, key }: Write): Promise<void> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    };
    const answer = await fetch(`${address}${path}`, { method, headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  }

  /**
   * Sends `perSecond` writes a second until the returned function is called. That function returns the
   * result.
   */
  return function writeInBackground(perSecond: number): () => Promise<Written> {
    const times: number[] = [];
    const underWay = new Set<Promise<void>>();
    let failures = 0;
    const write = async () => {
      const sent = performance.now();
      try {
        await send(next());
      } catch (error) {
        if (failures++ === 0) console.log(`A write failed: ${error}`);
      }
      times.push(performance.now() - sent);
    };
    const timer = setInterval(() => {
      if (underWay.size >= mostUnderWay) return;
      const one: Promise<void> = write().finally(() => underWay.delete(one));
      underWay.add(one);
    }, 1000 / perSecond);
    return async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      return { writes: times.length, failures, p99: Math.round(percentilesOf(times)(0.99)) };
    };
  };
}
