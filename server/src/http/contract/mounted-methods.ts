import { endpointRows } from '@doorstep/contract/wire/endpoints';

const patterns = endpointRows.map(([, { endpoint }]) => ({
  method: endpoint.method,
  // Matches a path with or without a trailing slash, as the server does.
  path: new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** Lists the methods that the contract has for an address; none for an unknown address. */
export function methodsAt(url: string): string[] {
  const path = url.split('?', 1)[0] ?? '';
  return [...new Set(patterns.filter((at) => at.path.test(path)).map((at) => at.method))];
}
