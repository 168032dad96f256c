import { config } from '../config.ts';

const absolute = /^([a-z][a-z\d+.-]*:|\/\/)/i;

/** The address of a picture on the configured backend; absolute addresses stay as they are. */
export function imageUrl(url: string): string {
  if (absolute.test(url) || config().apiBaseUrl === '') return url;
  return `${config().apiBaseUrl}${url.startsWith('/') ? '' : '/'}${url}`;
}
