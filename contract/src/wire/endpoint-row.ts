import type * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** The description of an endpoint, in addition to its shape. */
export interface EndpointRow {
  endpoint: Endpoint;
  /** The chapter of the documentation. */
  noun: string;
  /** The purpose in a few words. */
  title: string;
  /** A remark for readers of the documentation. */
  note?: string;
  /** The file part of a multipart request, and its text parts. */
  multipart?: { file: string; several?: boolean; fields?: z.ZodMiniType };
  /** Required headers and their purpose. */
  headers?: Record<string, string>;
  /** Optional headers and their purpose. */
  optionalHeaders?: Record<string, string>;
  /** The media type of an answer that is a file. */
  produces?: string;
}

/** The header of a request that may be repeated. */
export const idempotencyKey = {
  'Idempotency-Key':
    '8 to 100 visible characters: for a day, the same request with it gets the first answer, and nothing is done twice',
};
