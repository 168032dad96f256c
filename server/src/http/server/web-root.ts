import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface WebRoots {
  office: string;
  field?: string;
}

const builtIn = (workspace: string) =>
  fileURLToPath(new URL(`../../../../${workspace}/dist`, import.meta.url));

export function findWebRoots(): WebRoots | undefined {
  const [office, field] = [builtIn('web'), builtIn('field')];
  if (!existsSync(office)) return undefined;
  return { office, ...(existsSync(field) && { field }) };
}
