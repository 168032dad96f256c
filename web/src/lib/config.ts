import * as z from 'zod/mini';

const Config = z.object({
  /** The origin and base path of the backend, without a trailing slash. Empty for the app's own origin. */
  apiBaseUrl: z._default(z.string(), ''),
  shortName: z._default(z.string().check(z.trim(), z.minLength(1)), 'Doorstep'),
  /** Whether this address also serves the agents' app at `/field/`. Only our own server does. */
  hasFieldApp: z._default(z.boolean(), false),
  /** If the provider's zone is missing or unknown, the browser's zone is used. */
  timeZone: z._default(z.catch(z.string().check(z.refine(isTimeZone)), browserZone), browserZone),
});
export type Config = z.infer<typeof Config>;

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

let current: Config = Config.parse({});

/** The settings of `/config.json`, which is loaded before the first render. */
export function config(): Config {
  return current;
}

/** Without a valid file, the defaults apply. They fit a backend on the app's own origin. */
export async function loadConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(5_000) });
    if (response.ok) applyConfig(await response.json());
  } catch (cause) {
    console.error('config.json could not be read; using the defaults', cause);
  }
}

export function applyConfig(raw: unknown): void {
  const next = Config.parse(raw);
  current = { ...next, apiBaseUrl: next.apiBaseUrl.replace(/\/+$/, '') };
}

/**
 * Whether the backend is on another origin. Such a backend may reject fields and headers that are not in the
 * specification.
 */
export const isBackendElsewhere = (): boolean =>
  new URL(current.apiBaseUrl, location.href).origin !== new URL(location.href).origin;
