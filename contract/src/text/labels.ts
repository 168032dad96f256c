const acronyms = new Map([
  ['id', 'ID'],
  ['url', 'URL'],
  ['pdf', 'PDF'],
  ['pan', 'PAN'],
]);

/** Both 'visit_type' and 'visitType' become 'Visit Type'. */
export function prettifyLabel(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => acronyms.get(word.toLowerCase()) ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
