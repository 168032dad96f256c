import type { VerifiedReport } from '@doorstep/contract/reports/versions';

export type Comparison = 'same' | 'different' | 'impossible' | 'unreadable';

/**
 * Compares a file with the issued report in the browser. Returns `impossible` on plain HTTP, where browsers
 * offer no hash functions.
 */
export async function compareFile(
  file: File,
  { bytes, sha256 }: VerifiedReport,
): Promise<Comparison> {
  // A different size means a different file, so the file need not be read.
  if (file.size !== bytes) return 'different';
  if (!globalThis.crypto?.subtle) return 'impossible';
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return hexOf(digest) === sha256.toLowerCase() ? 'same' : 'different';
  } catch {
    return 'unreadable';
  }
}

function hexOf(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
