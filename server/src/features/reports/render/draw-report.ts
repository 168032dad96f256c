import { formOf } from '@doorstep/contract/reports';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DrawnReport } from '../../../platform/reports.ts';
import { Problem, unavailable } from '../../../problems.ts';
import { JobLate, PoolBusy } from '../../../work/child-pool.ts';
import { readLayout } from '../layouts/layout-store.ts';
import type { ReportFacts } from '../report-facts.ts';
import {
  dropUndecodable,
  dropUndecodableSignature,
  loadReportPhotos,
  loadSignature,
} from './load-photos.ts';
import { ReportRenderingFailed } from './report-renderer.ts';

export interface StoredForm {
  id: number;
  version: number;
  code: string;
  template: 'residence' | 'office';
  form: Record<string, unknown>;
  facts: ReportFacts;
  created_at: string;
}

/** Throws a Problem if drawing fails or takes longer than `deadline` ms. */
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
  { db, provider, photos: blobs, renderer, logo }: Platform,
  { facts, ...stored }: StoredForm,
  signal: AbortSignal,
): Promise<DrawnReport> {
  const [photos, signature] = await Promise.all([
    loadReportPhotos(blobs, facts.photos),
    loadSignature(blobs, facts.signature),
  ]).catch((cause: unknown) => {
    throw unavailable('Photos are briefly unavailable. Please try again.', cause);
  });
  const layout = facts.layoutId === undefined ? undefined : await readLayout(db, facts.layoutId);
  const { name, address } = facts.agency;
  const document = {
    form: formOf(stored.template, provider.shortName),
    values: stored.form,
    agency: { name, address, ...(logo && { logo }) },
    ...(layout && {
      layout: { ...layout.content, ...(layout.logo && { logo: { png: layout.logo } }) },
    }),
    decision: facts.decision,
    verification: facts.verification,
    photos,
    ...(signature && { signature }),
    generatedAt: stored.created_at,
    version: stored.version,
    ...(facts.times && { times: facts.times }),
    timeZone: facts.timeZone,
    code: stored.code,
    verifyAt: facts.verifyAt,
    signedBy: facts.signedBy,
  };
  try {
    return await renderer.render(document, signal).catch(async (error: unknown) => {
      if (signal.aborted || !isBroken(error)) throw error;
      const decodable = await dropUndecodable(photos);
      const drawn = signature && { signature: await dropUndecodableSignature(signature) };
      const isSame = decodable.every((photo, index) => photo === photos[index]);
      if (isSame && drawn?.signature === signature) throw error;
      return renderer.render({ ...document, photos: decodable, ...drawn }, signal);
    });
  } catch (error) {
    if (signal.aborted) throw late();
    if (!(error instanceof ReportRenderingFailed)) throw error;
    throw explain(error);
  }
}

/** Whether drawing failed because of the report itself. A full queue or a timeout is temporary. */
const isBroken = (error: unknown) =>
  error instanceof ReportRenderingFailed &&
  !(error.cause instanceof PoolBusy || error.cause instanceof JobLate);

export const wasQueueFull = (error: unknown) =>
  error instanceof Problem &&
  error.cause instanceof ReportRenderingFailed &&
  error.cause.cause instanceof PoolBusy;

const late = () => unavailable('The report took too long to make. Please try again.');

function explain(error: ReportRenderingFailed): Problem {
  if (error.cause instanceof PoolBusy) {
    return unavailable('Too many reports are being made at the moment. Please try again.', error);
  }
  if (error.cause instanceof JobLate) return late();
  return new Problem(500, 'The report could not be made. Please try again.', {
    code: 'report_failed',
    cause: error,
  });
}
