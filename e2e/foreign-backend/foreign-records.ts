const uuid = (kind: string, number: number) =>
  `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;

const day = '2026-03-05T05:00:00Z';

/**
 * Unlike a user of our server, this user has an id that is not a number. Fields that only our server sends
 * are missing.
 */
export const superAdmin = {
  ...{ id: uuid('e', 1), name: 'Meenal Joshi', email: 'meenal@sahyadri.test' },
  ...{ phone_number: '9822000001', is_admin: true, is_superadmin: true, is_active: true },
};

export function makeAgents() {
  return Array.from({ length: 12 }, (_, index) => ({
    id: uuid('b', index + 1),
    name: `Agent ${String.fromCharCode(65 + index)}`,
    email: `agent${index + 1}@sahyadri.test`,
    phone_number: String(9_833_000_001 + index),
    is_active: index !== 1,
    created_at: day,
    profile_image_url: '/media/face.jpg',
  }));
}

export function makeAdmins() {
  return [superAdmin.name, 'Rohit Kale', 'Usha Menon'].map((name, index) => ({
    id: index === 0 ? superAdmin.id : uuid('c', index + 1),
    name,
    email: `admin${index + 1}@sahyadri.test`,
    phone: String(9_822_000_001 + index),
    is_active: true,
    is_superadmin: index === 0,
    created_at: day,
  }));
}

type Agent = ReturnType<typeof makeAgents>[number];

export function asAssigned({ id, name, email, phone_number }: Agent) {
  return { id, name, email, phone_number, is_admin: false };
}

const applicationId = (index: number) => `SH-${String(index + 1).padStart(3, '0')}`;

export function makeApplicants() {
  const [agent] = makeAgents();
  return Array.from({ length: 35 }, (_, index) => ({
    id: uuid('a', index + 1),
    ...{ applicant_type: 'APPLICANT', portfolio_name: 'Sahyadri Homes', product_type: 'Home Loan' },
    ...{ visit_type: 'RESIDENCE', application_id: applicationId(index), message: '' },
    ...{ applicant_name: `Applicant ${index + 1}`, address: '12 Station Road, Pune' },
    ...{ mobile_number: '9820098200', pin_code: '411001', status: 'PENDING' },
    assigned_agent: agent && index % 2 === 1 ? asAssigned(agent) : null,
    created_at: day,
    updated_at: day,
  }));
}

/**
 * Returns all verifications in one answer, because this backend does not page them. The first is of a
 * residence, the second of an office, and the others have no visit type.
 */
export function makeVerifications() {
  return Array.from({ length: 12 }, (_, index) => {
    const application_id = applicationId(index);
    const name = `Applicant ${index + 1}`;
    const visit_type = ['RESIDENCE VISIT', 'OFFICE', undefined][index];
    return {
      ...{ verification_id: uuid('d', index + 1), applicant_ids: application_id, applicant: name },
      ...{ agent: 'Agent A', overall_observation: 'positive', remark: 'Met in person.' },
      ...{ neighbour1_name: 'Sushila Devi', neighbour1_address: '13 Station Road' },
      neighbour1_feedback: 'Knows the family well.',
      ...{ neighbour2_name: '', neighbour2_address: '', neighbour2_feedback: '' },
      // The paths are relative to the API's base path. The last image does not exist.
      image_urls: ['/media/house.jpg', '/media/gate.jpg', '/media/lost.jpg'],
      ...{ image_count: 3, submitted_at: day, admin_decision: 'pending' },
      ...{
        latitude: '18.5204',
        longitude: '73.8567',
        verification_address: '12 Station Road, Pune',
      },
      application_details: { application_id, name, visit_type, branch: 'Pune' },
      agent_details: { id: uuid('b', 1), name: 'Agent A', is_assigned: true },
    };
  });
}

export const portfolioRows = [
  {
    ...{ portfolio_name: 'Sahyadri Homes', allocated: 17, visit_pending: 11, visit_done: 6 },
    ...{ allocation_pending: 18, submitted: 4, total: 35 },
  },
];
