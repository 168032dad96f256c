import type { Visitor } from '../test-app.ts';

/** Sends a residence form without photos. `form` overrides and adds fields. */
export const sendForm = (admin: Visitor, form: object) =>
  admin.post('pdf-generator/simple-generate/', {
    ...{ template_type: 'residence', image_urls: [], photographs_taken: 0 },
    ...form,
  });

export const generateReport = (admin: Visitor, application_id: string, more: object = {}) =>
  admin.post('pdf-generator/generate_pdf/', { application_id, ...more });

export const decide = (admin: Visitor, id: number, decision: 'positive' | 'negative') =>
  admin.post(`verification_tasks/${id}/admin-decision/`, { decision });

/** Returns the links to the photos of a verification. */
export const linksOf = async (admin: Visitor, id: number): Promise<string[]> =>
  (await admin.get(`verification_tasks/${id}/`)).json().image_urls;

export const photoIdOf = (link: string | undefined) => /photo\/([^/]+)/.exec(link ?? '')?.[1] ?? '';
