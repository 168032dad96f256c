import type * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

export interface EndpointRow {
  endpoint: Endpoint;
  noun: string;
  title: string;
  note?: string;
  /** `file` is the name of the file part, and `fields` the schema of the text parts. */
  multipart?: { file: string; several?: boolean; fields?: z.ZodMiniType };
  headers?: Record<string, string>;
  optionalHeaders?: Record<string, string>;
  produces?: string;
}

export const idempotencyKey = {
  'Idempotency-Key':
    '8 to 100 visible characters. For a day, the same request with the same key gets the first answer, and nothing is done twice',
};
