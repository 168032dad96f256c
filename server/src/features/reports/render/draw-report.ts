import { formOf } from '@doorstep/contract/reports';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DrawnReport } from '../../../platform/reports.ts';
import { Problem, unavailable } from '../../../problems.ts';
import { JobLate, PoolBusy } from '../../../work/child-pool.ts';
import type { ReportFacts } from '../report-facts.ts';
import { dropUndecodable, loadReportPhotos } from './load-photos.ts';
import { ReportRenderingFailed } from './report-renderer.ts';

/** A version as stored: all that its PDF is made from. */
export interface StoredForm {
  id: number;
  version: number;
  code: string;
  template: 'residence' | 'office';
  form: Record<string, unknown>;
  facts: ReportFacts;
  created_at: string;
}

/** Draws a stored version and signs it where a certificate is set, or says in time why not. */
export async function drawReport(
  platform: Platform,
  stored: StoredForm,
  {
    signal,
    deadline = platform.limits?.reportAnswer ?? serverLimits.reportAnswer,
  }: { signal?: AbortSignal; deadline?: number } = {},
): Promise<DrawnReport & { isSigned: boolean }> {
  const limit = AbortSignal.timeout(deadline);
  const ended = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(late()), { once: true });
  });
  const given = signal ? AbortSignal.any([signal, limit]) : limit;
  return Promise.race([draw(platform, stored, given), ended]);
}

async function draw(platform: Platform, stored: StoredForm, signal: AbortSignal) {
  const { pdf, pages } = await render(platform, stored, signal);
  const { signer } = platform;
  if (!signer) return { pdf, pages, isSigned: false };
  return { pdf: await signer.sign(pdf, new Date(stored.created_at)), pages, isSigned: true };
}

async function render(
  { provider, photos: blobs, renderer, logo }: Platform,
  { facts, ...stored }: StoredForm,
  signal: AbortSignal,
): Promise<DrawnReport> {
  const photos = await loadReportPhotos(blobs, facts.photos).catch((cause: unknown) => {
    throw unavailable('Photos are briefly unavailable. Please try again.', cause);
  });
  const { name, address } = facts.agency;
  const document = {
    form: formOf(stored.template, provider.shortName),
    values: stored.form,
    agency: { name, address, ...(logo && { logo }) },
    decision: facts.decision,
    verification: facts.verification,
    photos,
    generatedAt: stored.created_at,
    version: stored.version,
    timeZone: facts.timeZone,
    code: stored.code,
    verifyAt: facts.verifyAt,
    signedBy: facts.signedBy,
  };
  try {
    return await renderer.render(document, signal).catch(async (error: unknown) => {
      if (signal.aborted || !isBroken(error)) throw error;
      const decodable = await dropUndecodable(photos);
      if (decodable.every((photo, index) => photo === photos[index])) throw error;
      return renderer.render({ ...document, photos: decodable }, signal);
    });
  } catch (error) {
    if (signal.aborted) throw late();
    if (!(error instanceof ReportRenderingFailed)) throw error;
    throw explain(error);
  }
}

/** The report itself can't be drawn, rather than not now. */
const isBroken = (error: unknown) =>
  error instanceof ReportRenderingFailed &&
  !(error.cause instanceof PoolBusy || error.cause instanceof JobLate);

/** Whether the engine had no room for a report, which says nothing of the report. */
export const hadNoRoom = (error: unknown) =>
  error instanceof Problem &&
  error.cause instanceof ReportRenderingFailed &&
  error.cause.cause instanceof PoolBusy;

const late = () => unavailable('The report took too long to make. Please try again.');

function explain(error: ReportRenderingFailed): Problem {
  if (error.cause instanceof PoolBusy) {
    return unavailable('Many reports are being made just now. Please try again.', error);
  }
  if (error.cause instanceof JobLate) return late();
  return new Problem(500, 'The report could not be made. Please try again.', {
    code: 'report_failed',
    cause: error,
  });
}
