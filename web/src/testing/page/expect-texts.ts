import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Expects that the elements have exactly these texts, in this order. */
export const expectTexts = (elements: Locator, texts: string[]) =>
  expect.poll(() => elements.elements().map(({ textContent }) => textContent)).toEqual(texts);

/** Expects the terms of a description list with their values, in this order. */
export const expectTerms = (place: Pick<Locator, 'getByRole'>, terms: [string, string][]) =>
  expect
    .poll(() =>
      place
        .getByRole('term')
        .elements()
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
    .toEqual(terms);

/** Expects that each of these links exists and leads to its address. */
export async function expectLinks(
  place: Pick<Locator, 'getByRole'>,
  addresses: Record<string, string>,
): Promise<void> {
  for (const [name, address] of Object.entries(addresses)) {
    const link = place.getByRole('link', { name, exact: true });
    await expect.element(link).toHaveAttribute('href', address);
  }
}
