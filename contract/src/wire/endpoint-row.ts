import type * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

/** An endpoint with its documentation. */
export interface EndpointRow {
  endpoint: Endpoint;
  /** The chapter of the API documentation. */
  noun: string;
  /** The purpose in a few words. */
  title: string;
  note?: string;
  /** The name of the file part of a multipart request, and the schema of the text parts. */
  multipart?: { file: string; several?: boolean; fields?: z.ZodMiniType };
  /** Required headers and their purpose. */
  headers?: Record<string, string>;
  /** Optional headers and their purpose. */
  optionalHeaders?: Record<string, string>;
  /** The media type of an answer that is a file. */
  produces?: string;
}

/** The header that makes a request safe to repeat. */
export const idempotencyKey = {
  'Idempotency-Key':
    '8 to 100 visible characters: for a day, the same request with it gets the first answer, and nothing is done twice',
};
