import { endpointRows } from '@doorstep/contract/wire/endpoints';

const patterns = endpointRows.map(([, { endpoint }]) => ({
  method: endpoint.method,
  path: new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
}));

export function methodsAt(url: string): string[] {
  const path = url.split('?', 1)[0] ?? '';
  return [...new Set(patterns.filter((at) => at.path.test(path)).map((at) => at.method))];
}
