import { VisitManifest } from '@doorstep/contract/visits/manifest';
import * as z from 'zod/mini';

/** The manifest as the office takes it, or what is wrong with it by field. */
export function checkManifest(
  manifest: VisitManifest,
): { manifest: VisitManifest } | { problems: Record<string, string> } {
  const read = z.safeParse(VisitManifest, manifest);
  if (read.success) return { manifest: read.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of read.error.issues) problems[path.join('.')] ??= message;
  return { problems };
}
