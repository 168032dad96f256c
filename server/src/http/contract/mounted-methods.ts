import { endpointRows } from '@doorstep/contract/wire/endpoints';

const patterns = endpointRows.map(([, { endpoint }]) => ({
  method: endpoint.method,
  // Trailing slash or none, as where they are mounted.
  path: new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** The methods by which the contract answers at an address; none where it knows no such address. */
export function methodsAt(url: string): string[] {
  const path = url.split('?', 1)[0] ?? '';
  return [...new Set(patterns.filter((at) => at.path.test(path)).map((at) => at.method))];
}
