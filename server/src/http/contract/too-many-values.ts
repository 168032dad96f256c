import { serverLimits } from '../../limits.ts';

const codes = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  bracket: 0x5b,
  backslash: 0x5c,
  brace: 0x7b,
};

/**
 * Whether a JSON text has more values and names than any request needs. Parsing a megabyte of tiny values
 * takes up to a hundred times as long as parsing one text of that length.
 */
export function hasTooManyValues(text: string, most = serverLimits.requestValues): boolean {
  if (text.length < most) return false;
  let values = 1;
  let isInText = false;
  for (let place = 0; place < text.length && values <= most; place += 1) {
    const code = text.charCodeAt(place);
    if (code === codes.quote) isInText = !isInText;
    else if (isInText) place += Number(code === codes.backslash);
    else if (code === codes.comma || code === codes.colon) values += 1;
    else if (code === codes.bracket || code === codes.brace) values += 1;
  }
  return values > most;
}
