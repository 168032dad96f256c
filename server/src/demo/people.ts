/** Made-up people, streets and lenders of the demo. Any likeness to a real person is chance. */

export const applicantNames = [
  'Aarav Deshmukh',
  'रमेश कुमार शर्मा',
  'Kavya Nair',
  'Imran Qureshi',
  'லட்சுமி ராமச்சந்திரன்',
  'Harpreet Singh Gill',
  'Meera Iyer',
  'অনিন্দিতা মুখোপাধ্যায়',
  'Vikram Solanki',
  'Sneha Kulkarni',
  'ગીતાબેન પટેલ',
  'Joseph Fernandes',
  'సురేష్ రెడ్డి',
  'Priya Chatterjee',
  'Mohammed Rafiq',
  'सविता जाधव',
  'Arjun Menon',
  'ಮಂಜುನಾಥ ಗೌಡ',
  'Neha Agarwal',
  'Balwinder Kaur',
  'Rohan Bhattacharya',
  'ਗੁਰਪ੍ਰੀਤ ਕੌਰ',
  'Anjali Saxena',
  'Thomas Kurian',
  'رخسانہ بیگم',
  'Deepak Yadav',
  'Lakshmi Narayanan',
  'ശ്രീജ മേനോൻ',
  'Sanjay Gupta',
  'Fatima Shaikh',
  'Nitin Pawar',
  'ପ୍ରତିମା ମହାନ୍ତି',
  'Pooja Rathore',
  'Ganesh Hegde',
  'Swati Joshi',
  'Abdul Karim Ansari',
  'Ritu Malhotra',
  'Suresh Babu',
  'अनिता देशपांडे',
  'Karthik Subramanian',
  'Manisha Thakur',
  'Rahul Dravid Patil',
  'Geeta Chauhan',
  'Yusuf Khan',
  'Shalini Rao',
  'Dinesh Prajapati',
  'Nandini Ghosh',
  'Ashok Vardhan',
  'Rekha Pillai',
  'Siddharth Bose',
  'Usha Rani',
  'Javed Siddiqui',
  'Tanvi Shah',
  'Prakash Gowda',
  'Mary Lalrinpuii',
  'Hemant Kale',
  'Zoya Mirza',
  'Omkar Sawant',
  'Divya Krishnan',
  'Bhavesh Mehta',
] as const;

export const agentNames = [
  'Prakash Salunkhe',
  'Rekha Thomas',
  'Imran Sheikh',
  'Sunita Patil',
  'Vijay Kamble',
  'Anthony D’Souza',
  'Mahesh Shinde',
  'Farhan Ali',
  'Kiran More',
  'Sunita Patil',
  'Ravi Teja',
  'Jyoti Bhosale',
  'Santosh Naik',
  'Amina Begum',
  'Ganesh Wagh',
  'Leena Mathew',
  'Naresh Chavan',
  'Pankaj Tiwari',
  'Shabnam Khan',
  'Umesh Jadhav',
  'Vaishali Gaikwad',
  'Irfan Pathan',
  'Yogesh Mane',
] as const;

export const adminNames = [
  'Nandini Kulkarni',
  'Arvind Rao',
  'Shreya Banerjee',
  'Faisal Merchant',
] as const;

export const portfolios = [
  { name: 'Saraswat Home Loans', product: 'Home Loan', prefix: 'HL' },
  { name: 'Deccan Credit Cards', product: 'Credit Card', prefix: 'CC' },
  { name: 'Konkan Auto Finance', product: 'Auto Loan', prefix: 'AL' },
  { name: 'Vindhya Personal Loans', product: 'Personal Loan', prefix: 'PL' },
  { name: 'Malabar MSME', product: 'Business Loan', prefix: 'BL' },
  { name: 'Godavari Two Wheeler', product: 'Two-Wheeler Loan', prefix: 'TW' },
  { name: 'Sahyadri Gold Loans', product: 'Gold Loan', prefix: 'GL' },
  { name: 'Yamuna Education Finance', product: 'Education Loan', prefix: 'EL' },
] as const;

/** Where the demo's visits take place: city, first pin code, middle of the area in degrees. */
export const areas = [
  { place: 'Kurla West, Mumbai', pin: 400070, latitude: 19.0726, longitude: 72.8845 },
  { place: 'Kothrud, Pune', pin: 411038, latitude: 18.5074, longitude: 73.8077 },
  { place: 'Mylapore, Chennai', pin: 600004, latitude: 13.0339, longitude: 80.2619 },
  { place: 'Jayanagar, Bengaluru', pin: 560041, latitude: 12.9299, longitude: 77.5823 },
  { place: 'Salt Lake, Kolkata', pin: 700064, latitude: 22.5867, longitude: 88.4171 },
  { place: 'Maninagar, Ahmedabad', pin: 380008, latitude: 22.9962, longitude: 72.5996 },
  { place: 'Begumpet, Hyderabad', pin: 500016, latitude: 17.4447, longitude: 78.4664 },
  { place: 'Rajouri Garden, New Delhi', pin: 110027, latitude: 28.6415, longitude: 77.1209 },
  { place: 'Aluva, Kochi', pin: 683101, latitude: 10.1076, longitude: 76.3516 },
  { place: 'Panaji, Goa', pin: 403001, latitude: 15.4909, longitude: 73.8278 },
] as const;

export const streets = [
  'Shivaji Marg',
  'Station Road',
  'Gandhi Nagar',
  'Temple Street',
  'MG Road',
  'Lake View Road',
  'Nehru Chowk',
  'Market Lane',
  'Ring Road',
  'Church Street',
  'Ashoka Path',
  'Mill Compound',
] as const;

export const buildings = [
  'Shanti Niwas',
  'Sai Darshan CHS',
  'Green Park Apartments',
  'Lakshmi Vilas',
  'Om Residency',
  'Silver Oak Society',
  'Krishna Kunj',
  'Ashirwad Bhavan',
] as const;

export const companies = [
  'Kshitij Engineering Pvt Ltd',
  'Sri Balaji Traders',
  'Nova Soft Solutions',
  'Patil & Sons Hardware',
  'City Care Clinic',
  'Blue Lotus Textiles',
] as const;

export const neighbours = [
  'Ramesh Gokhale',
  'Sushila Devi',
  'Altaf Hussain',
  'Mrs. Fernandes',
  'K. Venkatesh',
  'Paramjit Singh',
] as const;

export const feedback = {
  positive: [
    'Knows the applicant for over five years; family is well spoken of.',
    'Confirms the applicant lives here with family.',
    'Sees the applicant leave for work every morning.',
    'Confirms name and stay; no complaints.',
  ],
  negative: [
    'Does not know anyone of that name here.',
    'Says the house has been locked for two months.',
    'Says the applicant moved away last year.',
  ],
} as const;

export const remarks = {
  positive: [
    'Applicant met in person. Address, name plate and electricity bill match. House is well kept; stay confirmed by both neighbours.',
    'Spouse met at the door and confirmed all details. Locality is easy to find, next to the bus stop. Standard of living is good.',
    'Office open and active, six employees seen. Name board displayed; visiting card and GST certificate sighted.',
  ],
  negative: [
    'Door locked on two visits. Neighbours say the applicant has moved away. No name plate at the address.',
    'Address could not be traced with the landmark given. Applicant did not answer three calls.',
    'Premises found to be a tea stall; no business of the name given operates here.',
  ],
} as const;
