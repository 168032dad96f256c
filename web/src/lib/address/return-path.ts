/** Returns the page to open after signing in: a path of this app, never another site or the sign-in itself. */
export function returnPath(from: string | undefined): string {
  const isOwnPath = from !== undefined && /^\/(?![/\\])/.test(from);
  return isOwnPath && !from.startsWith('/login') ? from : '/home';
}
