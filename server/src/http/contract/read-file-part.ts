import type { FastifyRequest } from 'fastify';
import { invalid, tooLarge } from '../../problems.ts';

interface FilePart {
  maxBytes: number;
  missing: string;
  tooLarge: (size: number) => string;
}

export interface UploadedFile {
  bytes: Buffer;
  fileName: string;
  fields: Record<string, string>;
}

/** Limits the memory for text fields, which some clients send together with the file. */
const otherParts = { fields: 10, fieldSize: 10_000, parts: 20 };

/** Reads the `file` part to its end even if the part is too large, so that the error can state its size. */
export async function readFilePart(
  request: FastifyRequest,
  wanted: FilePart,
): Promise<UploadedFile> {
  const part = await request.file({ limits: { ...otherParts, fileSize: Infinity, files: 1 } });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part?.file ?? []) {
    size += chunk.length;
    if (size <= wanted.maxBytes) chunks.push(chunk);
  }
  if (part?.fieldname !== 'file' || size === 0) throw invalid({ file: [wanted.missing] });
  if (size > wanted.maxBytes) throw tooLarge(wanted.tooLarge(size));
  const fields = Object.entries(part.fields).flatMap(([name, field]) =>
    field && 'value' in field && typeof field.value === 'string' ? [[name, field.value]] : [],
  );
  return {
    ...{ bytes: Buffer.concat(chunks), fileName: part.filename ?? '' },
    fields: Object.fromEntries(fields),
  };
}
