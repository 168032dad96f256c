import { answer, failure, network, noConnection } from '@doorstep/contract/testing/backend';
import {
  type AgentTask,
  registerDevice,
  serverKey,
  taskChanges,
} from '@doorstep/contract/visits/phone';
import { HttpResponse, http } from 'msw';

/** A fake server for tests of sending. To a phone it behaves like the real server. */
export class Office {
  readonly visits: { id: string; token: string | null }[] = [];
  readonly photos = new Map<string, Uint8Array>();
  /** The requests in order, each as method and path. */
  readonly calls: string[] = [];
  /** The number of received bytes of photos, including repeats. */
  received = 0;
  largestPart = 0;
  /**
   * The visits, by their envelopes. Tests set them in advance, because only the real server can open an
   * envelope.
   */
  readonly known = new Map<string, { visitId: string; photos: string[]; held?: boolean }>();
  held = { held_because: 'reassigned', colleague: 'Ravi Kumar' as string | null };
  isReachable = true;
  /**
   * The time in each receipt. The time must be recent, because the phone deletes receipts after seven days.
   */
  readonly receivedAt = new Date().toISOString();
  /** Called before each answer. A returned response replaces the answer. */
  interfere: (call: string) => Response | undefined | Promise<Response | undefined> = () =>
    undefined;
  /** Interferes with the next `times` requests whose method and path begin with `start`. */
  interfereNext(start: string, how: () => ReturnType<Office['interfere']>, times = 1): void {
    let left = times;
    this.interfere = (call) => {
      if (!call.startsWith(start) || left === 0) return undefined;
      left -= 1;
      return how();
    };
  }
  /** The number of bytes of a photo's part that arrive before the connection breaks. */
  cutAfter = Infinity;

  start(): void {
    network.use(
      http.get('*/readyz', ({ request }) => this.#answer(request, () => this.#ready())),
      http.post('*/api/v1/agent/visits/', ({ request }) =>
        this.#answer(request, () => this.#visit(request)),
      ),
      http.put('*/api/v1/agent/visits/:id/photos/:sha256/', ({ request, params }) =>
        this.#answer(request, () => this.#photo(request, String(params.id), String(params.sha256))),
      ),
      http.head('*/api/v1/agent/visits/:id/photos/:sha256/', ({ request, params }) =>
        this.#answer(request, () => this.#progress(String(params.sha256))),
      ),
      http.get('*/api/v1/agent/receipts/', ({ request }) =>
        this.#answer(request, () => this.#receipts(request)),
      ),
    );
  }

  async #answer(request: Request, make: () => Response | Promise<Response>): Promise<Response> {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    if (!this.isReachable) return noConnection();
    this.calls.push(call);
    return (await this.interfere(call)) ?? make();
  }

  #ready = () =>
    HttpResponse.json({ status: 'ready' }, { headers: { Date: new Date().toUTCString() } });

  async #visit(request: Request): Promise<Response> {
    const { envelope } = (await request.json()) as { envelope: string };
    const visit = this.known.get(envelope);
    if (!visit)
      return failure(400, { message: 'Not encrypted to this server.', code: 'foreign_envelope' });
    const token = request.headers.get('Authorization');
    this.visits.push({ id: visit.visitId, token });
    const missing = visit.photos.filter((sum) => !this.#isWhole(sum));
    return HttpResponse.json({
      visit_id: visit.visitId,
      state: visit.held ? 'held' : missing.length > 0 ? 'waiting_photos' : 'received',
      missing,
      held_because: visit.held ? this.held.held_because : null,
    });
  }

  readonly #lengths = new Map<string, number>();
  #isWhole = (sum: string) =>
    this.photos.has(sum) && this.photos.get(sum)?.length === this.#lengths.get(sum);

  async #photo(request: Request, _id: string, sum: string): Promise<Response> {
    const offset = Number(request.headers.get('Upload-Offset'));
    const bytes = new Uint8Array(await request.arrayBuffer());
    const before = this.photos.get(sum) ?? new Uint8Array();
    if (offset !== before.length) return failure(409, { code: 'wrong_offset' });
    this.#lengths.set(sum, Number(request.headers.get('Upload-Length')));
    this.largestPart = Math.max(this.largestPart, bytes.length);
    const arrived = bytes.subarray(0, this.cutAfter);
    this.received += arrived.length;
    const whole = new Uint8Array(before.length + arrived.length);
    whole.set(before);
    whole.set(arrived, before.length);
    this.photos.set(sum, whole);
    if (arrived.length < bytes.length) return noConnection();
    return HttpResponse.json({
      state: this.#isWhole(sum) ? 'stored' : 'part',
      offset: whole.length,
    });
  }

  #progress(sum: string): Response {
    const headers = {
      'Upload-Offset': String(this.photos.get(sum)?.length ?? 0),
      'Upload-Complete': this.#isWhole(sum) ? '?1' : '?0',
    };
    return new HttpResponse(null, { status: 204, headers });
  }

  #receipts(request: Request): Response {
    const ids = new URL(request.url).searchParams.get('visits')?.split(',') ?? [];
    const had = [...this.known.values()];
    const receipts = ids.map((visit_id) => {
      const visit = had.find(({ visitId }) => visitId === visit_id);
      const isKnown = visit && this.visits.some(({ id }) => id === visit_id);
      const isWhole = visit?.photos.every((sum) => this.#isWhole(sum));
      const settled = visit?.held ? 'held' : 'received';
      return {
        visit_id,
        state: isKnown ? (isWhole ? settled : 'waiting_photos') : 'unknown',
        ...(visit?.held ? this.held : { held_because: null, colleague: null }),
        at: this.receivedAt,
      };
    });
    return HttpResponse.json({ receipts });
  }
}

interface Gone {
  applicant_id: number;
  because: 'reassigned' | 'visited';
  by: string | null;
}

/**
 * Simulates an office with these tasks. Returns two lists with an entry for each request of the phone: the
 * tasks that the phone knows (`known`), and its token.
 */
export function officeHas(tasks: AgentTask[], gone: Gone[] = []) {
  const asked = { known: [] as string[], tokens: [] as string[] };
  answer(registerDevice, { success: true, message: '' });
  answer(serverKey, { recipient: 'age1new' });
  answer(taskChanges, ({ query, request }) => {
    asked.known.push(query.known ?? '');
    asked.tokens.push(request.headers.get('Authorization') ?? '');
    const left = gone.map((one) => ({ ...one, at: '2026-11-22T08:35:00.000Z' }));
    return { tasks, gone: left, server_time: '2026-11-22T09:00:00.000Z' };
  });
  return asked;
}
