/** Returns a path of this app, but never another site or the sign-in page. */
export function returnPath(from: string | undefined): string {
  const isOwnPath = from !== undefined && /^\/(?![/\\])/.test(from);
  return isOwnPath && !from.startsWith('/login') ? from : '/home';
}
