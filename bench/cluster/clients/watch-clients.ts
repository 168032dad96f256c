import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword } from '../../e2e/support/sign-in.ts';
import { waitFor } from './program.ts';

/** What one caller got, and when. */
interface Heard {
  what: string;
  began: number;
  ended: number;
  /** 0 where no answer came. */
  status: number;
}

interface Session {
  accessToken: string;
  refreshToken: string;
}

/** Somebody who asks on and on, as an app does, and what was heard. */
interface Watch {
  /** Answers that nobody should get: neither done nor a 503 with Retry-After. */
  wrong: string[];
  /** The longest request, and its milliseconds. */
  longest(): { what: string; ms: number };
  /** 503 with Retry-After; connections cut. */
  refused(): number;
  cut(): number;
  /** Waits for five seconds in which all was answered. The longest time since a moment without an acknowledged write, in milliseconds. */
  recovered(since: number, longest: number): Promise<number>;
  /** Milliseconds until a change made from now on is heard by the live updates. */
  hearsChanges(): Promise<number>;
  /** Sentences about sessions that were not kept. */
  lostSessions(): Promise<string[]>;
  stop(): Promise<void>;
}

const longestWait = 30_000;

/** Decides `cases` on and on, which nobody else touches. */
export async function watchClients(address: string, cases: number[]): Promise<Watch> {
  const api = `${address}/api/v1`;
  const writes: Heard[] = [];
  const others: Heard[] = [];
  const wrong: string[] = [];
  const over = new AbortController();

  async function ask(list: Heard[], what: string, path: string, request: RequestInit = {}) {
    const began = performance.now();
    let status = 0;
    try {
      const signal = AbortSignal.timeout(longestWait);
      const answer = await fetch(api + path, { ...request, signal });
      const body = await answer.text();
      status = answer.status;
      const mayRepeat = answer.headers.has('retry-after') && (status === 503 || status === 409);
      if (status >= 300 && !mayRepeat) wrong.push(`${what}: ${status} ${body.slice(0, 300)}`);
      return { status, body };
    } catch {
      return { status, body: '' };
    } finally {
      list.push({ what, began, ended: performance.now(), status });
    }
  }
  const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  async function signIn(name: string): Promise<Session> {
    const email_or_mobile = `${name}@doorstep.test`;
    const { status, body } = await ask(
      ...([others, 'sign-in', '/auth/login/'] as const),
      json({ email_or_mobile, password: demoPassword }),
    );
    if (status !== 200) throw new Error(`Nobody signed in: ${status}`);
    const { tokens } = JSON.parse(body);
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
  }
  const bearer = ({ accessToken }: Session) => ({ authorization: `Bearer ${accessToken}` });

  const insist = (name: string) => waitFor(`the sign-in of ${name}`, () => signIn(name));
  const watcher = await insist('superadmin');
  const kept = await Promise.all(['admin', 'agent', 'agent1'].map(insist));
  const headers = bearer(watcher);
  const [case1, case2] = cases;

  let turn = 0;
  const decide = (id: number | undefined, decision = turn++ % 2 ? 'positive' : 'negative') =>
    ask(
      ...([writes, 'decision', `/verification_tasks/${id}/admin-decision/`] as const),
      json({ decision }, headers),
    );
  const every = async (milliseconds: number, work: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await work();
      await sleep(milliseconds, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const lists = ['/applicants/', '/verification_tasks/?fields=list', '/applicants/?search=sharma'];
  const heard: { at: number; kind: string; id: number | null }[] = [];
  const working = [
    every(100, () => decide(case1)),
    every(100, () => ask(others, 'list', lists[turn % 3] ?? '', { headers })),
    every(700, () => signIn(turn % 2 ? 'admin' : 'agent2').catch(() => {})),
    every(500, () =>
      follow(`${api}/events/`, headers, over.signal, (change) => heard.push(change)),
    ),
  ];

  return {
    wrong,
    longest: () =>
      [...writes, ...others]
        .map(({ what, began, ended }) => ({ what, ms: ended - began }))
        .reduce((a, b) => (b.ms > a.ms ? b : a)),
    refused: () => [...writes, ...others].filter(({ status }) => status === 503).length,
    cut: () => [...writes, ...others].filter(({ status }) => status === 0).length,
    async recovered(since, longest) {
      const quiet = 5_000;
      for (;;) {
        await sleep(100);
        const now = performance.now();
        const answered = [...writes, ...others].filter(({ ended }) => ended > since);
        const lastBad = Math.max(
          since,
          ...answered
            .filter(({ status }) => status === 0 || status === 503)
            .map((one) => one.ended),
        );
        const good = writes.filter(
          ({ ended, status }) => ended > since && status < 300 && status > 0,
        );
        const first = good.find(({ began }) => began >= lastBad);
        if (first && now - first.ended > quiet && now - since > 8_000) {
          const ends = good.map(({ ended }) => ended);
          return Math.max(...ends.map((end, index) => end - (ends[index - 1] ?? since)));
        }
        if (now - since > longest) return now - since;
      }
    },
    async hearsChanges() {
      const began = performance.now();
      while (performance.now() - began < 20_000) {
        // One of the two is a change.
        await decide(case2, 'positive');
        const { status } = await decide(case2, 'negative');
        const from = performance.now();
        if (status !== 200) continue;
        while (performance.now() - from < 10_000) {
          if (
            heard.some(({ at, kind, id }) => at > began && kind === 'verification' && id === case2)
          )
            return performance.now() - began;
          await sleep(50);
        }
      }
      return Number.POSITIVE_INFINITY;
    },
    async lostSessions() {
      const answers = kept.map(async (session) => {
        const { status } = await ask(others, 'session', '/auth/token/refresh/', {
          ...json({ refresh: session.refreshToken }),
        });
        return status === 200 ? [] : [`a session was lost: ${status}`];
      });
      return (await Promise.all(answers)).flat();
    },
    async stop() {
      over.abort();
      await Promise.all(working);
    },
  };
}

/** Follows live updates until they break off. */
async function follow(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  hear: (change: { at: number; kind: string; id: number | null }) => void,
): Promise<void> {
  try {
    const answer = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal,
    });
    let rest = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const { changes } = JSON.parse(line.slice(6)) as {
          changes: { kind: string; id: number | null }[];
        };
        for (const change of changes) hear({ at: performance.now(), ...change });
      }
    }
  } catch {
    // It comes back, as a browser does.
  }
}
