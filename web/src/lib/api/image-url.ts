import { config } from '../config.ts';

const absolute = /^([a-z][a-z\d+.-]*:|\/\/)/i;

/** Returns the address of a picture on the configured backend. Absolute addresses are unchanged. */
export function imageUrl(url: string): string {
  if (absolute.test(url) || config().apiBaseUrl === '') return url;
  return `${config().apiBaseUrl}${url.startsWith('/') ? '' : '/'}${url}`;
}
