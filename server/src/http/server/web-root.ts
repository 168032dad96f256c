import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folders of the built apps: the office's, and the agent's if it is built. */
export interface WebRoots {
  office: string;
  field?: string;
}

const builtIn = (workspace: string) =>
  fileURLToPath(new URL(`../../../../${workspace}/dist`, import.meta.url));

/** Finds the folders of the built apps; undefined if the office's app is not built. */
export function findWebRoots(): WebRoots | undefined {
  const [office, field] = [builtIn('web'), builtIn('field')];
  if (!existsSync(office)) return undefined;
  return { office, ...(existsSync(field) && { field }) };
}
