/**
 * Names of cultures that the packages hardly cover, in the spellings used in addresses. From general knowledge. A word
 * that is both a given and a family name is in both lists.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const INDIAN_GIVEN = words(`
  aadarsh aaditya aakash aanchal aarav aarti aashish abhay abhijeet abhijit abhinav abhishek adarsh adithya aditi aditya aishwarya ajay
  ajit akanksha akash akhil akhilesh akshat akshay akshita alok aman amandeep amarjeet ambika amisha amit amol amrita anand ananya anchal
  aniket anil aniruddha anish anita anjali anjana anju ankit ankita ankur ankush anmol anshika anshul anubhav anuj anup anupam anurag
  anusha anushka aparna apoorva apurva aravind archana arjun arnav arpit arpita arun aruna arvind aryan asha ashish ashok ashutosh ashwin
  ashwini astha atul avani avinash ayan ayush ayushi bala balaji balram bharat bharath bharti bhaskar bhavana bhavesh bhavya bhumika
  bhupendra chaitanya chandan chandra charan chetan chinmay chirag daksh darshan deepa deepak deepali deepika deepti devansh devendra
  devesh dhananjay dhanush dharmendra dhiraj dhruv dhruvi dinesh dipak dipankar dipti divya divyansh divyanshu durga eshwar gagan ganesh
  gaurav gauri gautam gayatri geeta girish gokul gopal gopi govind gunjan gurpreet guru hardik hari harish harpreet harsh harsha harshad
  harshal harshit harshita harshvardhan heena hemant hemanth hiral himani himanshu hitesh indu ishaan ishan ishika ishita ishwar jagdish
  jahnavi jai jaswant jatin jay jaya jayant jayanth jayesh jeet jeevan jitendra jyoti kabir kailash kajal kalpana kalyan kamal kamlesh
  kanika kanishk kapil karan karthik kartik kartikey karuna kaushal kaushik kavita kavitha kavya keerthana keerthi keshav ketan khushboo
  khushi kiran kirti kishan kishor kishore komal krish krishna krishnan kriti kritika kshitij kuldeep kumari kunal kush lakshay lakshmi
  lakshya lalit lavanya likhith lokesh madhav madhavi madhu madhuri mahesh mahima mahendra malini mallika manan manas manasi mandar mandeep
  manish manisha manjeet manjunath manoj mansi mayank mayur medha meena meenakshi megha meghana meghna mehul milind mitali mohit monika
  mridul mukesh mukul muskan naga nagaraj nagesh naman nandini nandan narayan naren narendra nareshkumar naresh naveen navneet navya neel
  neelam neeraj neha nidhi nihal nikhil nikhita nikita nilesh nimisha niraj nirmal nisha nishant nishanth nishi nishita nitesh nithin
  nithya nitin nitish om omkar pallavi pankaj parag paras parth parul pavan pavithra pawan piyush pooja poonam poornima prabhat prabhu
  prachi pradeep pradhan pradyumna prajwal prakash prakhar pramod pranav pranay praneeth pranjal prasad prasanna prasanth prashant prashanth
  prateek pratham prathamesh pratibha pratik pratiksha pratyush praveen prem preeti preethi prerna prince prithvi priti priya priyanka
  priyansh priyanshu purushottam purva pushkar pushpa rachana rachit raghav raghu raghuram rahul raj raja rajan rajat rajeev rajendra
  rajesh rajeshwari raju rajkumar rakesh rakshit ram rama ramakrishna raman ramesh ramya ranjan ranjeet ranjit rashi rashmi ratan rathna
  raunak ravi ravindra reena rekha renuka reshma riddhi rishabh rishi rishika ritesh ritik ritika rituraj ritu riya rohan rohini rohit roopa
  roshan roshni ruchi ruchika rudra rupali rupesh rushikesh rutuja sachin sagar sahil sai saiteja sakshi samarth sameer samiksha samir
  sampath sandeep sandhya sandip sangeeta sangeetha sanjana sanjay sanjeev sankalp sankalpa sanket sanskar sanskriti santhosh santosh
  sapna sarang saranya sarika saroj sarthak sarvesh sathish sathvik satish satyam saurabh saurav savita seema sejal selvam senthil shailendra
  shailesh shalini shambhavi shankar shantanu sharad sharan sharath sharmila shashank shashi shashwat sheetal shikha shilpa shipra shiva
  shivam shivani shivansh shivanshu shlok shobha shraddha shravan shrey shreya shreyas shreyash shrikant shristi shriya shrutika shruti
  shubham shubhangi shubhi shweta siddharth siddhant siddhi simran simranjeet smita smriti sneha snehal soham sohan somesh sonal sonali
  sonam soni sonia souvik sourabh sourav spandan sreeja sridevi sridhar srijan srikanth srinath srinidhi srinivas srinivasan sriram srishti
  stuti subhash subham subhadip subhajit subramanian suchitra sudarshan sudeep sudha sudhakar sudhanshu sudhir suhani suhas sujal sujata
  sujay sujit sukanya sukhdeep suman sumanth sumit sumita sunanda sundar sunidhi sunil sunita supriya suraj surbhi surendra suresh surya
  sushant sushil sushma suyash swapnil swapna swara swarup swastik swathi swati sweta tanay tanish tanishq tanishka tanmay tannu tanu tanushree
  tanvi tarun tejas tejasvi tejaswini tushar uday udit ujjwal uma umang umesh unnati upendra urvashi usha utkarsh utsav uttam vaibhav vaidehi
  vaishnavi vamsi vamshi vandana vandit vanshika varad varsha varshini varun vasanth vasu vedant veena venkat venkata venkatesh vidhi vidya
  vighnesh vignesh vijay vijaya vikas vikash vikram vikrant vimal vinay vinayak vineet vineeth vinit vinod vipin vipul viraj viren virendra
  vishakha vishal vishnu vishwa vishwajeet vishwas vivek yamini yash yashaswi yashika yashraj yashwant yashwanth yatharth yogendra yogesh yogita
  yug yuvraj harjot gurleen jaspreet manpreet navjot sukhpreet amanpreet arshdeep gagandeep lovepreet parminder ravinder satnam
  anirban arindam arnab avik debashish debjit dipanjan indrajit koustav pritam rajarshi rituparna sayan sayantan shouvik soumya
  soumyadeep subrata sudipta suvankar swarnali tanmoy tapas tathagata
`)

export const INDIAN_FAMILY = words(`
  acharya adhikari agarwal aggarwal agrawal ahuja anand arora awasthi bajaj banerjee bansal barman basu behera bera bhagat bhalla bhandari
  bharadwaj bhardwaj bhargava bhasin bhat bhatia bhatnagar bhatt bhattacharya bhattacharjee bhowmick biswas bisht bohra bora borah bose
  chadha chakraborty chakravarty chandra chatterjee chaturvedi chaubey chaudhari chaudhary chauhan chavan chawla chopra choubey choudhary
  choudhury chouhan dahiya dalal das dasgupta datta deb debnath deka desai deshmukh deshpande dey dhar dhawan dhillon dhingra dholakia
  dixit doshi dubey dutt dutta dwivedi gandhi ganguly garg gaikwad gavhane ghosh gill giri godbole goel gogoi gohil gokhale goswami goyal
  grover guha gulati gupta halder hegde hinduja iyer iyengar jadhav jaggi jain jaiswal jangid jani jha jindal jogi joshi juneja kadam kalita
  kamath kamble kannan kansal kapadia kapoor kapur karmakar kashyap kataria katiyar kaur khandelwal khanna khare khatri khurana kohli kolhe
  kothari krishnamurthy kukreja kulkarni kumar kumari kumawat kundu kurien kushwaha lahiri lal luthra mahajan mahapatra mahato maheshwari
  maity majumdar majumder malhotra malik mallick mandal mane mangal manna marathe mathur maurya meena mehra mehrotra mehta menon mhatre
  mishra misra mistry mittal modi mohanty mohapatra mondal more mukherjee mukhopadhyay nadar nagar nagpal naidu naik nair nambiar namboodiri
  nanda narang narayanan nath nayak nayar negi ojha oza padhi pal pallav panchal panda pandey pandit pandya panigrahi pant paradkar parekh
  parikh parmar patel pathak pathania patidar patil patnaik patra patro pawar phadke pillai pradhan prajapati pujari purohit raghavan raghuvanshi
  rai raina rajan rajput raju ramachandran raman ramanathan ramesh rana ranade ranjan rao rastogi rath rathi rathod rathore raut raval ravi
  rawal rawat ray reddy rout roy rungta sachdeva saha sahay sahni sahoo sahu saini samal samant samanta sandhu sanghvi sangwan saraf sardar
  sarkar saxena sen sengar sengupta seth sethi setia shah sharma shastri sheikh shekhawat shenoy shetty shinde shindhe shrivastav shrivastava
  shukla sidhu sikarwar singh singhal singhania sinha sisodia solanki soni sood srinivasan srivastav srivastava subramaniam subramanian
  sundaram suri suthar swain swaminathan swamy talwar tandon taneja tanwar thakkar thakor thakur thapa thapar tiwari tomar tripathi trivedi
  tyagi upadhyay vaidya varghese varma varshney vasudevan vashisht venkataraman venkatesan verma vohra vora vyas wadhwa wagh walia warrier
  yadav chowdary gowda naidu raju varadarajan chettiar goud gadde kolla yarlagadda bandaru chintala madasu nallamothu vemula
`)

export const VIETNAMESE_FAMILY = words(`
  nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh mai trinh doan luong truong cao ta ha dao lam to quach phung
  tang kieu vuong chu thai thach nghiem la tong chau
`)
export const VIETNAMESE_GIVEN = words(`
  anh ngoc minh hung dung tuan thanh linh huong trang phuong thao hoa lan mai hai nam son quang long khanh khoa phuc duc huy hieu hoang
  kien tien trung hoai thu thuy thuong tam tu tung tuyet uyen van vinh yen nhung nhi nhu nga ngan nghia oanh quan quoc quyen quynh sang
  tai tan thang thien thinh tho toan tri trinh truc bao binh chau chi cuong dai dat diem diep giang gia hanh hao hien hoan hong khai
  khiem khue kieu kim lam loan loc luan man my
`)

export const THAI_GIVEN = words(`
  somchai somsak somying suchart sukanya supaporn surasak suwanna siriporn sirikanya sompong thanawat thanaporn thanakorn thanapat
  thanyarat theerapat natthapong nattapong natthawut nattawat nuttapong nuttawut natchaya napat naphat nopparat nattaya kanokwan kanchana
  kittipong kittisak kornkanok krit kritsada chaiwat chalermchai chanida channarong chatchai chayanon chutima jirapat jiraporn jirayu
  kamonchanok panupong paramet pattarapong peerapat phanuwat phatcharapon pichaya pimchanok piyapong pongsakorn prasert prasit preecha
  ratchanon sarawut sasithorn sittichai sorawit suphakit tanakorn tanawat teerapat thitiporn varunee wanchai waraporn warunee
  wasin watcharapong weerapat wichai wirat worawit yuthana
`)
export const INDONESIAN_GIVEN = words(`
  adi adinda aditya agung agus ahmad aji akbar alfian alif ananda andi andika andri anggi anggraini anisa annisa ari arief arif arya ayu bagas
  bagus bambang bayu bima budi cahya citra danang dani dedi deni desi dewi dian dimas dinda dwi edi eka eko elang fajar farhan fauzan fauzi
  febri ferdi fikri firman fitri galih gilang gita hadi hafiz hanif hari hendra heru ikhsan ilham imam indah indra intan irfan iwan joko
  kartika kiki krisna kurnia laila lestari lia lukman lutfi made maulana mega muhamad mulyadi nadia nanda naufal novita nur nugroho nurul
  oktavia panji pratama prasetyo prayoga putra putri putu rachmat rahayu rahma rahmat raka rama rangga ratna reza rian ridho ridwan rifqi
  rina rini rio rizal rizki rizky rudi sari satria septian sinta siti sri sugeng surya susi syahrul tania taufik teguh tri tyas umar wahyu wawan
  widodo widya winda wira wulan yanti yoga yogi yudha yudi yuda yuni yusuf zaki zulfikar ketut komang nyoman wayan kadek gede
`)
export const INDONESIAN_FAMILY = words(`
  adiputra gunawan halim hartono hidayat hidayatullah irawan kurniawan kusuma laksono lestari mahendra maulana nasution nugraha nugroho
  permana permadi pradana pratama prasetya prasetyo purnama purnomo putra putri ramadhan ramadhani saputra saputri santoso santosa
  setiawan setyawan siahaan simanjuntak simatupang sinaga sihombing siregar situmorang suharto sukarno sulistyo supriyadi suryadi susanto
  sutanto sutrisno syahputra tambunan tanjung utama utomo wibowo wicaksono widodo wijaya wirawan yulianto
`)

export const ARABIC_GIVEN = words(`
  abdallah abdel abdelrahman abdul abdulaziz abdulla abdullah abdulrahman abdurrahman abubakar adel adham adnan ahmad ahmed aisha akram ali alaa
  aliya amal aman amer amina aminah amine amir amira ammar amr anas anis anwar arwa asad ashraf asma ayman aymen aya ayat ayesha ayoub aziz
  badr bader bassam basma bilal bilel dalia dina ebrahim eman emad esraa essam fadi fadwa fahad fahd faisal faiza faizan fares farhan farida farooq
  farouk fatema fatima fatimah fawzi ghada ghassan habib hadeel hafsa haider hala hamad hamdi hamid hamza hana hanan hani hanna haroon hasan
  hassan hatem haya haytham hazem heba hesham hiba hichem hisham houda hussain hussein ibrahim idris ihab ihsan ikram iman imran inas iqra
  isaac islam ismail israa issa jaber jafar jamal jamil jana jawad junaid kamal kamran karim kareem khadija khaled khalid khalil lama lamia
  layla leila lina lubna maha mahdi maher mahmood mahmoud majed malak mariam marwa marwan maryam mehdi menna mina moaz moataz mohab mohamad
  mohamed mohammad mohammed mohsin moiz mona mostafa mouad moustafa mubarak muhammad muhammed munir musa mustafa mustapha nabil nada nader nadia
  nadir naeem nagham nahid najib nasser nasir nawal nermin nesrine nizar noha noor nora nour nouran nourhan omar omnia omer osama osman othman
  qasim rabia rachid raed raghad rahaf rahma rami ramy rana rania rasha rashid rawan rayan reem rehab rida rim rowan rym saad sabrina sadia safa
  saeed safwan said saif saleh salem salim salma salman salwa sama samah samar sami samir samira sana sanaa sara sarah saud sayed shadi shahd
  shaima shams sherif shereen siham sohail souad soufiane suhail sultan sumaya syed taha tahir talal tamer tareq tarek tariq tasneem umar usama
  usman wael wafa waleed walid wasim yahya yara yasin yasir yasmin yasmine yassin yassine yasser youcef younes youssef yousef yousuf yusra yusuf
  zaid zainab zakaria zaki zayed zeinab zeyad ziad zineb
  abolfazl alireza amirhossein amirali arash ardalan armin arman babak behnam behzad ehsan elham farzad farzaneh fatemeh ghazal hadi hamed hamidreza
  hossein iman javad kamyar kaveh kian kianoush mahsa majid maryam masoud mehrdad mehran milad mitra mohammadreza mojtaba mohsen morteza nastaran navid
  nazanin negar niloofar niloufar nima omid parham parisa payam pedram pegah pooya pouria pouya reza roya sahar saeid sajad sajjad saman sepehr
  setareh shahab shahin shayan shima shirin siavash sina soheil soroush vahid yalda zahra
`)
export const ARABIC_FAMILY = words(`
  abbas abbasi abdallah abdel abdelaziz abdo abdulla abdullah abed abid adel ahmad ahmadi ahmed akbari akhtar alam alavi albalawi alghamdi
  alharbi ali aljohani almutairi alotaibi alqahtani alshehri alzahrani amin amini amiri anjum ansari anwar arif arshad asadi asghar ashraf
  aslam awad ayub aziz azizi bakr baig bashir bennani benali bukhari butt chaudhry darwish ebrahimi elsayed emam fahmy faraj farag farooq
  farouk fathi fathy gamal ghafoor ghorbani habib hadi haddad hafeez haider hakim hamad hamdan hamdy hamid hamza haq hasan hashemi hashmi
  hassan hosseini hosseinzadeh hussain hussein hosen hossain ibrahim ijaz ikram imran iqbal islam ismail jabbar jafari jahan jamal jamil
  javed jawad kabir kamal kamali karim karimi kazmi khalid khalifa khalil khan khatib khatun khawaja kheir lone mahdi mahmood mahmoud
  malik mansour masood masoud memon mia miah mirza mohamed mohammadi mohammed moradi moradian moussa mughal muhammad munir mustafa nabil
  nadeem naeem najafi naqvi naseer nasir nasser nawaz nazari omar osman qadir qasim qureshi rafiq rahim rahimi rahman rajabi rashid raza
  rasheed rehman rezaei rezaie riaz rizvi rostami saad saber sadeghi saeed safi said salah salama salari saleem saleh salem salim samadi
  sayed shafiq shah shahid shahzad shaikh shams sharif sharifi shaukat sheikh siddique siddiqui soleimani soliman sultan sultana taheri
  tahir tariq uddin usman wahab waseem yaqub yasin youssef yousaf yousefi younis zafar zaheer zaki zaman zamani zia
`)

export const AFRICAN_GIVEN = words(`
  abena abiodun adaeze adaobi adebayo adekunle ademola adeola aderonke adesola adewale afolabi akinwale akosua akua ama amaka aminu amara
  ayodeji ayodele ayomide babajide babatunde bolaji bolanle busayo chiamaka chibuike chibuzor chidera chidi chidinma chiemeka chigozie chijioke
  chika chimamanda chinaza chinedu chinenye chinonso chioma chisom chukwudi chukwuebuka chukwuemeka damilola deborah ebube ebuka efe
  ekene emeka eniola esther ezekiel faith femi folake funmi funmilayo gbenga godswill ifeanyi ifeoma ikechukwu iyanu jide kelechi kemi kofi
  kojo kwabena kwaku kwame kwasi lanre mayowa moses ngozi nkechi nnamdi nonso obinna obioma oghenetega olabode olajide olakunle olalekan
  olamide olanrewaju oluchi olufemi olumide oluwadamilola oluwafemi oluwaseun oluwaseyi oluwatobi oluwatosin onyeka onyinye opeyemi
  oyinkansola sade segun sesan seun seyi simisola sodiq somto sunday tayo temitope titilayo tobi tobiloba tochukwu tolu toluwani tomiwa
  tosin tunde uche uchenna ugochukwu victor wale yaw yemi yetunde zainab akinyi achieng atieno chebet cherono jelagat kamau kariuki
  kipchirchir kiprop kiprotich kipkemboi mwangi njeri njoroge nyambura otieno ouma wairimu wanjiku wambui muthoni
  sipho thabo themba nomvula lerato kagiso tshepo thandiwe mpho sizwe bongani
`)
export const AFRICAN_FAMILY = words(`
  abiodun abubakar adamu addo adebayo adedeji adegoke adekunle adeleke adeyemi adeyemo adjei afolabi agyei agyemang ajayi akande akinola
  akintola akpan amadi amoah amponsah aniekwe ansah appiah arthur asante asare ayodele babalola bakare balogun bello boakye boateng
  danso darko dike effiong egbuna ekwueme eze ezeh fashola frimpong gyamfi ibekwe idowu igwe ike kamau kariuki kimani kipkemboi koech
  lawal maina makau mensah mohammed mugo musa muthoni mutua mwangi ndungu njoroge nkrumah nnadi nwachukwu nwankwo nwosu nyong obasi obi
  odhiambo odinga ofori ogbonna ogunleye ojo okafor okeke okeowo okereke okezie okolie okolo okonkwo okoro okoye okpara okwu oladipo
  olaniyan olawale olayinka omondi oni onuoha onyango opoku osei oseni otieno ouma owusu oyedele oyelade quaye sackey sarpong tetteh
  udo ugwu umar usman uzoma wanjiru yeboah yusuf dlamini khumalo mahlangu mkhize mokoena molefe naidoo ndlovu ngcobo nkosi sithole zulu
`)

export const GREEK_GIVEN = words(`
  alexandros anastasia anastasios andreas angeliki antonis apostolos aris aristotelis athanasios charalampos chris christina christos
  constantinos despina dimitra dimitrios dimitris effie eftychia eirini elena eleni eleftheria elias evangelia evangelos fotis fotini
  georgia georgios giannis giorgos grigoris ilias ioanna ioannis iro katerina konstantina konstantinos kostas kyriakos lambros maria
  marios michalis michail nefeli nikolaos nikoleta nikos orestis panagiota panagiotis panos paraskevi pavlos petros sofia sophia
  spyridon spyros stamatis stavros stefanos stelios stratos styliani thanasis thanos theodora theodoros thodoris thomas vasiliki
  vasileios vasilis vassilis xristos yannis yiannis zoe
`)

export const TURKISH_GIVEN = words(`
  abdullah adem ahmet akif alper alperen anil asli atakan aykut ayse aysegul aysenur baris batuhan begum berat beren berk berkay berke beyza
  beyzanur bilal bora bugra burak busra can caner canan cansu cem ceren cihan damla defne demet deniz derya dilara doga dogan dogukan ebru
  ecem ece eda efe ege ekin ela elif emin emine emir emirhan emre enes engin erdem eren erhan ersin esra evren eyup ezgi fatih fatma feyza
  furkan gamze gizem gokce gokhan gonul gorkem gozde gul gulsum hakan halil hamza hasan hatice huseyin ibrahim ilayda ilker irem ismail
  kaan kadir kemal kerem koray kubra kutay levent mehmet melike melis melisa merve mert mesut metin mine muhammed muhammet murat mustafa
  nazli necati nisa nur oguz oguzhan okan omer onur orhan osman ozan ozge ozgur ozlem pelin pinar ramazan recep ridvan saliha samet seda
  sedat selim selin semih semra serdar serhat serkan sevgi seyma sibel sinan sude sudenur suleyman sule taha tarik taylan tayfun tolga
  tuba tugba tugce tuna turgut ufuk ugur umit umut utku vedat volkan yagiz yagmur yasemin yasin yavuz yigit yunus yusuf zehra zeynep
`)
