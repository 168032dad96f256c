import { config } from '../config.ts';

const absolute = /^([a-z][a-z\d+.-]*:|\/\/)/i;

export function imageUrl(url: string): string {
  if (absolute.test(url) || config().apiBaseUrl === '') return url;
  return `${config().apiBaseUrl}${url.startsWith('/') ? '' : '/'}${url}`;
}
