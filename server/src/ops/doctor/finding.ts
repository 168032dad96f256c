/** What a check found, in a sentence for whoever runs the server. */
export interface Finding {
  /** `wrong` stops a start, and is the doctor's exit code. */
  level: 'ok' | 'warning' | 'wrong';
  about: string;
  text: string;
}

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text });
export const warning = (about: string, text: string): Finding => ({
  level: 'warning',
  about,
  text,
});
export const wrong = (about: string, text: string): Finding => ({ level: 'wrong', about, text });
