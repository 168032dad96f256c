import type { FastifyRequest } from 'fastify';
import { invalid, tooLarge } from '../../problems.ts';

interface FilePart {
  maxBytes: number;
  /** The message if there is none. */
  missing: string;
  /** The message if it has more bytes. */
  tooLarge: (size: number) => string;
}

export interface UploadedFile {
  bytes: Buffer;
  /** As the browser sent it. */
  fileName: string;
}

/** Texts next to the file are held in memory: some clients send a few. */
const beside = { fields: 10, fieldSize: 10_000, parts: 20 };

/** The `file` part, read to its end even when it is too large, so that the rejection can name its size. */
export async function readFilePart(
  request: FastifyRequest,
  wanted: FilePart,
): Promise<UploadedFile> {
  const part = request.isMultipart()
    ? await request.file({ limits: { ...beside, fileSize: Infinity, files: 1 } })
    : undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part?.file ?? []) {
    size += chunk.length;
    if (size <= wanted.maxBytes) chunks.push(chunk);
  }
  if (part?.fieldname !== 'file' || size === 0) throw invalid({ file: [wanted.missing] });
  if (size > wanted.maxBytes) throw tooLarge(wanted.tooLarge(size));
  return { bytes: Buffer.concat(chunks), fileName: part.filename ?? '' };
}
