import type * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** The description of an endpoint, in addition to its shape. */
export interface EndpointRow {
  endpoint: Endpoint;
  /** The chapter of the documentation it belongs to. */
  noun: string;
  /** The purpose in a few words. */
  title: string;
  /** A remark for readers of the documentation. */
  note?: string;
  /** The file part of a multipart request, and its text parts. */
  multipart?: { file: string; several?: boolean; fields?: z.ZodMiniType };
  /** Headers that a request needs, and what they are for. */
  headers?: Record<string, string>;
  /** Headers that a request may have, and what they are for. */
  optionalHeaders?: Record<string, string>;
  /** Media type of an answer that is a file. */
  produces?: string;
}

/** The header of a request that may be sent again. */
export const idempotencyKey = {
  'Idempotency-Key':
    '8 to 100 visible characters: for a day the same request under it gets the first answer, and nothing is done twice',
};
