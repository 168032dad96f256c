/** Made-up people of the demo. Any likeness to real people is coincidence. */

/** The first one has the demo's agent account. Two share a name, which leads to a question when assigning. */
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

/** Whether the agent at an index of the list is active: every ninth has left. */
export const isActiveAgent = (index: number) => index % 9 !== 8;

export const adminNames = [
  'Nandini Kulkarni',
  'Arvind Rao',
  'Shreya Banerjee',
  'Faisal Merchant',
] as const;

/** The names of an area: a man's and a woman's in turn. */
export interface AreaNames {
  first: readonly string[];
  last: readonly string[];
  /** Full names, some in the area's own script. */
  whole: readonly string[];
  neighbours: readonly string[];
}

export const namesOfAreas: readonly AreaNames[] = [
  {
    first: ['Aarav', 'Sneha', 'Nitin', 'Pooja', 'Omkar', 'Swati', 'Sanjay'],
    last: ['Deshmukh', 'Sawant', 'Kadam', 'Shetty', 'Pawar'],
    whole: ['Imran Qureshi', 'सविता जाधव', 'Joseph Fernandes', 'Fatima Shaikh'],
    neighbours: [
      'Ramesh Gokhale',
      'Altaf Hussain',
      'Mrs. Pereira',
      'S. Tambe',
      'Vimal Jain',
      'D. Naik',
    ],
  },
  {
    first: ['Rohan', 'Anjali', 'Hemant', 'Meera', 'Siddharth', 'Tanvi', 'Ashok'],
    last: ['Kulkarni', 'Joshi', 'Phadke', 'Kale', 'Apte'],
    whole: ['रमेश कुमार शर्मा', 'अनिता देशपांडे', 'Yusuf Khan', 'Zoya Mirza'],
    neighbours: [
      'Sushila Bapat',
      'M. Ranade',
      'Prof. Limaye',
      'A. Bhave',
      'Kusum Gadgil',
      'N. Sathe',
    ],
  },
  {
    first: ['Karthik', 'Divya', 'Suresh', 'Kavitha', 'Ganesh', 'Revathi', 'Arun'],
    last: ['Subramanian', 'Ramachandran', 'Krishnan', 'Murugan', 'Natarajan'],
    whole: ['Lakshmi Narayanan', 'லட்சுமி ராமச்சந்திரன்', 'Abdul Karim', 'Mary Stella'],
    neighbours: [
      'K. Venkatesh',
      'Mrs. Alamelu',
      'R. Sundaram',
      'P. Ilango',
      'Hema Raghavan',
      'V. Mani',
    ],
  },
  {
    first: ['Prakash', 'Shalini', 'Manoj', 'Usha', 'Vinay', 'Nandini', 'Girish'],
    last: ['Gowda', 'Hegde', 'Rao', 'Shenoy', 'Murthy'],
    whole: ['ಮಂಜುನಾಥ ಗೌಡ', 'Asha Kamath', 'Mohammed Rafiq', 'Noor Ayesha'],
    neighbours: [
      'N. Ramaswamy',
      'Mrs. Nagaraj',
      'B. Keshav',
      'T. Shivanna',
      'Latha Bhat',
      'C. Prabhu',
    ],
  },
  {
    first: ['Sourav', 'Priya', 'Arindam', 'Rituparna', 'Debashish', 'Moumita', 'Subir'],
    last: ['Chatterjee', 'Bhattacharya', 'Ghosh', 'Bose', 'Mondal'],
    whole: ['Javed Siddiqui', 'অনিন্দিতা মুখোপাধ্যায়', 'Thomas Biswas', 'Rehana Khatun'],
    neighbours: ['T. Majumdar', 'Mrs. Sengupta', 'A. Kundu', 'B. Nandy', 'Chhaya Dutta', 'P. Saha'],
  },
  {
    first: ['Bhavesh', 'Hetal', 'Dinesh', 'Komal', 'Nirav', 'Falguni', 'Jignesh'],
    last: ['Mehta', 'Shah', 'Prajapati', 'Trivedi', 'Solanki'],
    whole: ['Vikram Solanki', 'ગીતાબેન પટેલ', 'Salim Memon', 'Nafisa Vohra'],
    neighbours: ['Ratilal Desai', 'Mrs. Parmar', 'C. Bhatt', 'J. Amin', 'Kokila Dave', 'H. Soni'],
  },
  {
    first: ['Ravi', 'Swapna', 'Srinivas', 'Madhavi', 'Venkat', 'Padma', 'Naveen'],
    last: ['Reddy', 'Rao', 'Goud', 'Chary', 'Naidu'],
    whole: ['సురేష్ రెడ్డి', 'رخسانہ بیگم', 'Abdul Wahab', 'Usha Rani'],
    neighbours: [
      'G. Satyam',
      'Mrs. Anasuya',
      'Mir Osman',
      'K. Yadagiri',
      'Vijaya Sri',
      'D. Murali',
    ],
  },
  {
    first: ['Deepak', 'Neha', 'Sandeep', 'Ritu', 'Rajesh', 'Manisha', 'Amit'],
    last: ['Gupta', 'Malhotra', 'Yadav', 'Saxena', 'Arora'],
    whole: ['Harpreet Singh Gill', 'ਗੁਰਪ੍ਰੀਤ ਕੌਰ', 'Naveen Agarwal', 'Balwinder Kaur'],
    neighbours: [
      'Paramjit Singh',
      'Mrs. Khurana',
      'O. P. Sethi',
      'S. Chadha',
      'Veena Bhatia',
      'K. Luthra',
    ],
  },
  {
    first: ['Arjun', 'Kavya', 'Vinod', 'Rekha', 'Jayan', 'Sindhu', 'Biju'],
    last: ['Menon', 'Nair', 'Pillai', 'Kurup', 'Warrier'],
    whole: ['Thomas Kurian', 'ശ്രീജ മേനോൻ', 'Shihab Ali', 'Annamma Varghese'],
    neighbours: [
      'P. Chacko',
      'Mrs. Bhaskaran',
      'K. Moideen',
      'S. Unnithan',
      'Leela Panicker',
      'G. Joy',
    ],
  },
  {
    first: ['Rahul', 'Geeta', 'Vishal', 'Sarita', 'Umesh', 'Nisha', 'Gajanan'],
    last: ['Naik', 'Gaonkar', 'Prabhu', 'Kamat', 'Parab'],
    whole: ['Anthony Rodrigues', 'Mary Lalrinpuii', 'Xavier Dias', 'ପ୍ରତିମା ମହାନ୍ତି'],
    neighbours: [
      'Mrs. Fernandes',
      'B. Sardessai',
      'J. Lobo',
      'V. Kerkar',
      'Olga Mascarenhas',
      'S. Dessai',
    ],
  },
];
