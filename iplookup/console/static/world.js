// The outline of land without Antarctica, made from Natural Earth (naturalearthdata.com), version 4.1, land at
// 1:50 million, which is in the public domain. To make it smaller, corners were left out if the triangle with their two
// neighbours is smaller than 0.3 square degrees, and islands if they are smaller than 0.15 square degrees.
//
// RINGS is a list of closed outlines, separated by white space. Coordinates are in steps of 0.2 degrees. The first four
// letters of a ring are its first corner: the steps east of 180° W, then the steps south of TOP. Each is a number of two
// digits to the base 57, and a digit is the code of its letter minus 35. Each further pair of letters is the next
// corner: the steps to the east and to the south of the corner before, as the codes of the letters minus 63.

const STEP = 0.2;
const BASE = 57;
const FIRST = 35;
const MIDDLE = 63;
export const TOP = 83.75;
export const BOTTOM = -56;

/** Return the outline as an SVG path. `at(latitude, longitude)` returns the point in the drawing. */
export function land(at) {
  return RINGS.split(/\s/).map((ring) => {
    const codes = [...ring].map((letter) => letter.charCodeAt(0));
    const number = (index) => (codes[index] - FIRST) * BASE + codes[index + 1] - FIRST;
    let [east, south] = [number(0), number(2)];
    const corners = [[east, south]];
    for (let index = 4; index < codes.length; index += 2) {
      east += codes[index] - MIDDLE;
      south += codes[index + 1] - MIDDLE;
      corners.push([east, south]);
    }
    return `M${corners.map(([x, y]) => at(TOP - y * STEP, x * STEP - 180).map((number) => number.toFixed(1))).join(" ")}Z`;
  }).join("");
}

const RINGS = `BD$4?R6CFG3@-C0F*>0C9FDG9B@F8@;F8@=E8C9)E3F>R3H<A8.G=:0?/J5A2<5A)?9A)M3EPEE<GE9V2M3J5C8<5G?C4EHK>J2C?.5=C8:=1D==D9:=4H9?@DD@ACF<HA7C6HDAGL<FCA4Q>D0I>A5A*G7;5C:IGIGGBF=L6D3H@86:?<89:?@<:??E;HDI@ED@II?ICG;>48=:<354B0>7;6?7;;=C3BA7<656<62F5A<E:A:E+L@K<F?G4J9892;3:7;-@;=7=D7A88E=7<9::86A/?+<:87B:>28955@CJEDCIA8CJH>L4?FCDFAEF8H<F3E=C3A=C1E;A0C<B7?<0>:6067?887=:52:@66EGAFGL?DECAD@KEBENFBJK>BEEN;R<=K1W5I7E*S8OBD?GAFCC>B@T7G6B4JBO=F6C9P;C9G3I0E2>2C65A960:9;/>52*?4C3C:A8;5A<7,21=9A>B,;90@<:9:0@/F5=7?6C6;+0=6/3@9<:E0<6A;;6E6C;B6C=B9G=H6>9E6H;C6EAM@O8L=G@D=G@G=GJ:FICNBDDMDE;@9E<GC[E@?F<HAH?B;D4A18@6C8;6B5::4@:J?A;H?J;L@KCH?E=?8274;H:<=F;)ECD7C8:D<1<9C?D4JFG2A3>@C8<BE<AFB:A<F0*@:27:>97;A=:8A@EGFUL8=@G:@<9699=57=;8=2E4=:B@D4C8GBC3I4?9C994@@8<=C4<5G;NAN?B3864=F;H?=:GAH:A<J<A9U9;0K;@E8GIDE<GBT;DAH<>6G:DCD89;J=J@F<<;#D7;>5T00>7H0E<IHD4E;K6C8?=762/G7<<9?3W8O0[0A>T=F;HBH<LB4@[CF@YF=F4@#;:>NE?FLC<8NB?:K:IB?3KB7ALA@<[8A?CB[<C??:K@XFC<3;@7I8R?>RDA5HABM7=18;[;J=>:[=D?8<U:[=B?[8I=@B[AF?IA>F#F9@G@X;CAW?FBP?E;UB:CPGF9YCJ=C8[BD?YGO=QAAD[@F?MCC8Z@
*G$(MNE:HJG7@:N@>EFC8D.B4H5@,L;KG@CFPASGK@AJKHF993N8<68;E9;;C6Q?KFI@>IICI:C9MKBISF;AIBBF1C7D#@;?2F4IJ7M;F?AC:ECDQC1C5D>;G:?=1D1C:GDB0A:D7K<=>FBD4I/I=DGU=E;@72@9898A:<2?6E:<4?0G<EAE<OBIFHEBO;B=A7J<F@9O=G=BV@DC=P@DEGC@H;LDF;@9I;G:BA;BAB<DBBB<=9H<EA@BI?FAH=BCGA<DF>NLJ?HBHECKBB8E;GE;AEE>D9C?KCBC=CF<IAF?GCEEG@CJ=G6I9I;C@J;P9G=E;C2@;C8A6G>M8H:>8M9F9A1=EK:E4C6@;H1?@EFC7C=F8@<DGC@C/L>H7B>D09@89<B;;/E<F7<>B28<C6=7I+@9=7F#>4B7=099-697@=848097:<>8F8:4D6D=A9D<@:?295;=8H=;5<79;>>945,:45;>6B*8:;7=7:<:A9<:439<?;02;45;AIHGEGADHJ:?79=827C;896-9<6<86?<55<7A;<8B1;1LA977:1<839>;4<>,0BC7@-7+>);AB-D@62H?D*H@@'DS6H57B7;:A998@45I7P==97B.>69T;IA@;%8K<K9[9YD[@K?[DC@E=[;K>JDK=[BH@IEP>ND78L<IDL@[==BM:39=7H<
?8+=AGFB@GDLJDDJEA?CECEHAJ<O6J:J>G6A6E799D0;2,=C=87E830:4@7B8?6C<C,@7D7?7;B:@8;370C<;8@6O5B?P:G7>;J8C9H:EEG?==C8D:F?=;NDB=EA:D<GCCMEDCC>C3?2C6
0V#)#@3@ZAM=SCH=T@$F2>AE1FPB.BGACH1DBM3?6;/C[AE?*F*B6>6G4D,@?D5I:K:A+94710<7B:G?F6271?C88739'<'@2:F=0:[<C?F:5=Z9[<C?YA8<[C@?:9[=M>[?F?
+6#WQ>FEW>CCM@PE@HNBEEL@3G/78BQI<F,9NG>@&:.64B<8R?;<J99:#4=B#>0>69B7F<M?7DBD
-(#'QA%DE@#F=@$@JA.E>F#?#?>?S:K9/7Z=#?3?B;/?[<E>M?H<[>H?
>B*:@GCDM6[IEAED?BIC<EFGIE1>658=6BBC;@8?47:41:7:<B:9G=A=7@98F= =1)U:AAA8DCE>AED:>=H8EAB<E8B?;7<2@=7;;>4B=FA@;H;D8F=F5
)2#[B;JAEHQE3@BD,<;A#A>?=<0><;[>#>=?;6R: 7-+?AK;@@E=F6[=D5B9=;0E4=3A9I<F9@;C=B9
6Z&7;CBHNL;@;F@DJDM?>4::@:H?:98A@:8=;8D;H?>76> ;7)VCDLHFGD@AFJJ>L9@5764=999<7:=<979>; 2;%4K?;ENOFB7H-@6BD9:;I8A;09C/I?
?1&T:H>J5E5>;E99,CI7L?D9H=D:D0 #L$>GC5B;E$9;;;E?, (@#SHC-B7E4A0;I6;<M> 1E$E;D*E2<<84>C;[AG< +)#4KE*D3?&5B<T=
*Y#IABX>Q@@D#?2?->:74?<; A[-ZE>>B8H8B<G9D1=@9S3G4 4I#<0C6F4<,2Z> 8-#M&I5?K5U:O?O<BB
=K*4+?=CBED<H>5EFK;B:9?;;@@L:>@8;<D.E8MBE: )5#KL?#D5AI;#?:?I9[BD@9;H= -R%YBBG?FC;DE@:C<9&A?=I1E;
B(-<AGLEE=<G<>8J8?B:9;D74. 21%@>N.B<=D9<9F?A; <3*VABH?A=HA@CE?BE8<2>*<:<B: ?5%DAJFP8=<FBE8?A8=$
+L(5[KCA:A2?B<8:/<:<6DF9 =@(MAE9HAEB>GF4:9@A;:=>8B@@3 *0#T;DHE2A-8M>:; ?C&C8@:D8<8@CB:A=9F<C3 7M#X:BHI,=7<G7
+E$JDD2<6D;:@7 =U)D@G;><H:<?95=E:ABG; ?A#L#C<?6=H: ?G-ZH=>K9A8;<4 *T#T6E0C=6J= 4W#4NA/C#:=? ,[/*=B,>F=89D;
,C(ELF=A4>=C<<6@=;H?=9 ;C#7<D#;;?I< (H#C)F3?P8 9Q)?CADI>D7@>5 *0#N5<0@C;S> ;5#5#>T: )T#:LE(<7; <%#=#B<?I9 'P%XHI7=14
>8'><F9?@6B; =9(;;9D6D? ,$#VCC/?9: .B*9<D7A>;B: *:$5,>G: @,*L>E6C5;L?B9 <A(E<E;B;=B8 4[#A4A39 4*'*1:O< 3H&P>E;A<5D=
=Y+(-H@<F: *D#P0=J= *>#>4B9: ,.$;6@@; .0$07A;: ?Q#MJA)> )-#?3C9< >F'94D@9E= 76#2*BG< >'*/:H>7 ?8#X0=G= A<,3>A69:9
>0*FAC:<5?A= %<%47B:=G< #.$)4@?< )B#Y7<F> -:&5D:>C ==+*7?B< =0+'@A4A>< ).#>,?M= ')%:DG8: 3R%B;:G= 7&$5><H? =D)B<<B9B@
=Q)3=D:8 7S#26@9< 8+#48=L> -6&%4<G? +E$R:C=; <+*F8:C< =E)69D@: =')FH5B> 0C$+3@?= 3E&L<:C< ,)(O:@:< ,2.+A8BD B=+X9?C;
5J'5?;G= .T#+5>A= >T+(A;D? %+(J>8DC =7+19;C> '1%E=C:; -L.U8A@; *D#A?@2> 5('38?9= #S$NBB5< =;)-?E;8 8Z.H>B8< ,1.M:>C9
&Y%1<C:< 83#2L=@@ 8($08>?< -%(M7A?< )S#J3>H> 4.$76@E= @>*X<?=: $/%)9=E> =X*G=B<< -6&2<B7< :U#7;>K? 7R#07?E= &[%8?B;8
'%%5<A>9 ,Q/.@A6; BD$'?B9@ 6Y#19B9> -E.T;B<< +S$V=B<= =N)7>E=8 $=%B9A?< @.*O<8CB ,4.1?C<< ,=/'9??= 8X#YD<BA <M#R<@9>
/E/)BB7< (9#L;?G< BB+Q:?F= *P#CD>A@ >4+6>B=> AF$19>G> 7T#5;=F? )C#D;<FA 4=%5;A?< <Y+(<A;; '4%?;@@< >V-?<@;= @Q+,DB:?
4R%/:A== 1/#7:?D= '3%O8:C? 3M%@:=C? 1/#MAA:? ,>&M9A=> -<)=<<B? 3&&V<>C= +J%L:>C> **#79>E> '*%7<A>< =#+*==C? 7X#1@@7>
4W&Y?B:< *R*;=>>; 47$1@A;@ =F)AB5?C )E#NA>B@ <0*G?<B@ $.%G9AB< >F*V<>A< 4@$/9@C= <M*[<=E? =E*N=D@9 :W)6?=A7 )N#H9??=
'@%M<=B> A<+H@B<? ;9*2=A<; ?M&:?>E> ,1$:>=F@ +O%<C<@@ %=%18?B> ,C/):?A> @X++=@>: +Z(.<?A< 7P#4?@9? 9B$#B>C? ;<*=@=AC
'&%9=A>< A*%/A=C? 2-%3?=C= ,V/.9>E? .0*>A;AA ,1.F<<A> @M+&<<FC =L)?<@@< 7D)1:@?= (K#@B>CA ?*#T=>B> *'#TH><@ >3+%B;?B
=G)3=@?< >2*7@A;> >W%A<@?= A%+4;>>= @;%Z>=C> +Z$P>@=> +R$4C=>A 22%7;=B> 3T#?:=<= ,,.G?;AA +,$8@>AA =P*@:@?= #Z%LC;A@
=B*R><A> 7;#5?>D? 9N#Z;>B> )Q#AC>B@ @D*[;<B@ 4*$6<?B= ,7.3@<A@ 7J,/=?@= '.%<=>@= +O$1;>E? >I*:DA<? 1,#J==@> =U+&<?C=
>E*W<A@< *W#G;>D? >P+E=?A< ,1.W>@== 4N$,=>D? >$*?<?@= AB.><@A< +A(>>=@> >P*@=?:> +>$E;>>= 16'V==C> =C*?@=@? >%*+A>?A
41%:>>C; >I#M@=B@ ?H&=:BB; 7<$*=>A> ,2.[B@=? 8*#1>>D? (Q#F:?D> =T'<@=A@ A@+P=@>; 5*&X;>B> =O+';@?> @G+(>>?> 4O%.<>B>
9L#2@>E? @Y$4>>?= A:%B;<A? ?W&7?>D= 2J%(==@> 7S,+>?@= -Z#Z<@<> 4#%D<?@= >0*?>A=> %)(A=@>= 3D*%<@@= =#*J=>@= 1,#-:>@>
-)$Z<>B> .4$1?=B@ ?L*A;@?> ,$$2B?=@ :M(9?=@@ +Z(2>=@> >#*;=?@< '+%B=>?=`;
