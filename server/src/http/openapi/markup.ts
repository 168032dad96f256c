/** Text that is already HTML. Only {@link html} makes it, so that nothing else reaches a page unescaped. */
export class Markup {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** HTML with values filled in, each escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...values: (string | Markup)[]): Markup {
  return new Markup(
    String.raw(
      { raw: strings },
      ...values.map((value) => (value instanceof Markup ? value.markup : escape(value))),
    ),
  );
}

export const join = (pieces: Markup[]): Markup =>
  new Markup(pieces.map((piece) => piece.markup).join(''));
