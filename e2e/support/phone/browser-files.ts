import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

const photo = /\xff\xd8\xff[\xe0\xe1][^]{2}(JFIF|Exif)/;
/**
 * A PNG of 1000 by 500 pixels, the size of a signature. The app's icons have other sizes, so they don't
 * match.
 */
const signature = /\x89PNG\r\n\x1a\n[^]{4}IHDR\0\0\x03\xe8\0\0\x01\xf4/;

export async function findIn(folder: string, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    // The running browser may delete files during the search.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    const note = (what: string) => found.add(`${what} in ${file.slice(folder.length)}`);
    for (const word of words) {
      if (bytes.includes(word, 0, 'utf8') || bytes.includes(word, 0, 'utf16le')) note(word);
    }
    const text = bytes.toString('latin1');
    if (photo.test(text)) note('JPEG');
    if (signature.test(text)) note('signature');
  }
  return [...found];
}

/**
 * Types into the fields of a page, and waits until the browser has written its session to the disk. To detect
 * this, also types into an ordinary field, and searches the disk for the text of this field.
 */
export class Typist {
  readonly words: string[] = [];
  readonly #profile: string;

  constructor(profile: string) {
    this.#profile = profile;
  }

  /**
   * Shows the hidden secrets, then types the next word into each field. Leaves out dates, and the account's
   * name, which the browser may store.
   */
  async type(page: Page): Promise<string> {
    const word = `Vishranti${this.words.length}wadi`;
    this.words.push(word);
    const hidden = page.getByRole('button', { name: 'Show', exact: true });
    while ((await hidden.count()) > 0) await hidden.first().click();
    const own = page.locator(
      '#root :is(input, textarea):not([type=date], [autocomplete=username])',
    );
    await expect(own.first()).toBeVisible();
    for (const field of await own.all()) await field.fill(word);
    await this.#isSessionWritten(page);
    return word;
  }

  async #isSessionWritten(page: Page) {
    await page.evaluate(() => {
      if (document.getElementById('control')) return;
      document.body.append(Object.assign(document.createElement('input'), { id: 'control' }));
    });
    const word = `Control${this.words.length}word`;
    let changes = 0;
    await expect(async () => {
      // Changes the field repeatedly, because the browser may not write a change until the next change.
      changes += 1;
      await page.locator('#control').fill(`${word}${changes}`);
      expect(await this.#find(word)).toContainEqual(expect.stringContaining('Sessions'));
    }).toPass({ timeout: 60_000 });
  }

  /** Submits a form that allows autocomplete, and waits until the browser stores its text as a suggestion. */
  async areSuggestionsWritten(page: Page) {
    const word = 'ControlSuggestion';
    await page.evaluate(() => {
      const form = document.createElement('form');
      form.append(
        Object.assign(document.createElement('input'), { id: 'suggested', name: 'word' }),
      );
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        form.remove();
        history.pushState(history.state, '', location.href);
      });
      document.body.append(form);
    });
    await page.locator('#suggested').fill(word);
    await page.locator('#suggested').press('Enter');
    await expect
      .poll(() => this.#find(word), { timeout: 60_000 })
      .toContainEqual(expect.stringContaining('Web Data'));
  }

  #find = (word: string) => findIn(join(this.#profile, 'Default'), [word]);
}
