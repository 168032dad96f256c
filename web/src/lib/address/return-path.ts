/** Returns the path if it is in this app and not the sign-in page. Otherwise returns `/home`. */
export function returnPath(from: string | undefined): string {
  const isOwnPath = from !== undefined && /^\/(?![/\\])/.test(from);
  return isOwnPath && !from.startsWith('/login') ? from : '/home';
}
