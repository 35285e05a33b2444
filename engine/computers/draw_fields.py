"""The fields of the draw games: hands as computer players held them at the showdown.

`python -m tests.bench.draw_fields` makes them again.
"""

from __future__ import annotations

FIELDS: dict[str, str] = {
    "five-card-draw": """
        KhKcQd4s4h KsKcQsQd8c AhThTc3d2c 7s7d4c2h2d JhJdTs9c3h AhKhJh7h2h KsKhKdQh6d AdKdTd5s2c AcKcQdJc4c
        KhJsJh9h8c TsTc9h6c5d Qs9s9h6s5d KsJdTc8h6s AhAcJc6c4c QsQhQcJhTh AsAcTc8d7s QsQhJhTd5h Ks9h6d2d2c
        AsKcQhQdTc KsQh3c2h2d KdQdQc7s3c 9s7c6h6c3s AhThTdTc9c KcJc7d2s2h AsQdQc4s3h KcTc9s5d4s AdQh9s4c3d
        JsTs9d9c3c Kc9d8s6s6d KcQs8s7c4d JdTsTc4d2s AdTsThTc9d AhJd9d9c6h 8s8d8c5s5c KcJdJcTc6s QdTh6h6c4c
        Th6c5h3h2h Tc9d7h3d3c QsQc8d6h6c AsJh7c6d6c KhJsJhTd8s Kh7s5d5c3c AhAc9d9c7h Kc9c8d7s5h AhQsQdQc9h
        Ts7d3s3h3d AdKcThTd8c KsKhJsJh3h
    """,
    "2-7-single-draw": """
        9c8s5d3s2c Jh9c7h5h2c Jh8s7c5c2h 9h8h7d5d3h 8h7h6h5c3c QcTh4c3h2h Tc8h7d4h2h JsJd9s7d2c Td9c8h4c3s
        KdTh9c8s5s Td8d6h5s3c 9c6h5h4c3s 8s8h6s4c3d TsTh6d4d3c KcTs5d4h2s Jc9h5d3c2h Jc9h6s3h2c AsJh7s6h4s
        AcQd8h7c5s Tc8s7s2s2c Qs4h3d2s2d 9s8c6s3d2h JdTd9c7c5c Qd8h7d4c2c AhTs9s8d4c Jd8h7s5s2c 9d8s4s4h2c
        8d7h5d3c2c KhJs4c3s2h JcTh5d3h2d QcTs9h8d3s 8h7d5s4h2c Td9d8c4h2h 9h8c7s5s2c AhJcTs8h7s QsTs6s6h6c
        9s9d7d3s2s AhTh9s9c2s Jd7d5s4s2h Js9h7c4c3d Ts8c7s5d3d Ks9h8d7h6s Jh7c6s4d3s Ts8h7s4s3c 8h7s6d3h2c
        9h6s6c5d3s Jh7h5s5h3h Ts8s7d6h3h
    """,
    "2-7-triple-draw": """
        9s6c5h3c2h 7d5s5d4d3d Th8d7c5d3d Ts8s6s3s2s 9h8d6c3c2c 9s7s6d4d2s 9h8c7d6d3d 9c8c7h5s3h 9s8s6d4h3d
        9d7c6h4h2c Ts8s6d5s4h Th9c8d7d5h 8h7c6c4c3s 9h8c7s6s4d 9s8s4h3d2s 9h7s6d5d2h 9s4s3s3d2d 9d8s6h4c3s
        8h7h6c5s2d 7c6s4s3s2h 9d8d5h4h2s Kc9c8c3c2h Ts8s6h4c3s Ad8h7c4s3s 8h7h5d4d2s 9h8s7c6d2d JsTd8c6d2h
        9c7d6h2s2h 8s7d6s3d2h Th8d5s4c2h 8h7d6c5h3h Qs6d5d4h2d 8h7h6d5h4c As7h5h3s2h 7c6s4h3s2s 9s5h4h3c2c
        9s7c6h5s4h 9h8h5d4s2c 7s5h3c2s2c JhTs9s8d7d 7h5h4s3h2d Td9d7s6c5c Ts9d5s4s3h Th9h8d3c2c 9s8c7d3h2c
        9s8d7h5d2c 9c6c4s3d2c Td9d8s6h5s
    """,
    "a-5-single-draw": """
        Jc7s5d3c2s AsAdTd4h2h 8d7s7d6d5h Td8d7d4s3h 8d7c5h3s2s AcTd8h4d2c AhQs7c4d2c Ts9d7h7d3h AcJc9d4s3d
        As8d7h5c3h AsTh9s7c2c JcTd9h8h4c AcTs8d7d6s AsTc8h6s3c AsQhTh9d2d AsTd9c8d4s Th9d6h3d2d Ad9h8s6s3d
        Js9d7c5d3h 8s7h6d4c3h Tc6s4s4h3s Tc9h8s6h5c KsKd8s7c3h Ac7s6d6c5s Jc9s7d6d3d QdJc9h3d2c 9h8h7s6d5h
        JcTs9c7h3s JcTs7h6d2h AsJh8h6s5s 8s7s5h5c2s Jd9c7c4h3d Qh6d5c3s2s AhJh8d7d2c 8s6c5s4d2d Js8s5c4c3h
        Tc6s5d4c3s AhJs9h8h4c Th7d4d3s2h As9d7h6h2s 7d6c5h4s2s Ac8s6s3s2c JdTh8c7d6c Jd9d7d4d2d Jc7c6c4d2c
        As8d7s6c5s Qs9s8d3h2s Tc9d8h7c3s
    """,
    "a-5-triple-draw": """
        AsAc6h5c4d Ah8h7s5d3h AhKc4s3d2s Ac7d5s4s2d Ac9d7h5h3s As7c5h4s3s Ac8d6s5d3h 8c7h5s3c2s As8d6s4s4c
        AhQs7s5h4s Ah8d6s5d2s 8d6c5d4s3h Ah9h6h5h4h AdJc6s5d4h 5c4d3s3c2d Ah8s7c5c2s Ah5h4d3d2d Ad7d6d3d2s
        Ac9c6s5h4h As8h6h5s2h AdQc5d4s2h Ah9d7d6s4d As7h4d3h2h Ac7c6h5s3h Td8d4h3h2d As8c7s5s3s 8s4c3h2s2h
        8s7s6c4h3d Ad8s6d3s2s As9h7h4s2d As7s5s3s2d Ac8h7h5c4c 6s5h4d3c2d 9h7h5d4d3h 9s6c4c2h2d Th8h5h4d3d
        7s6d5c4h2s AsKhTs3s2s Ac8c7d6s2c Ah8d5c4h4c Jc7s5c3c2s As6h4h4d2s 9c7h5s4h2s Ac7d6c5d5c AsQs8h7h4c
        Ad9d8c4s3s Ah9s7s5s2h 9h6s5s4s3c
    """,
    "badugi": """
        AdKh5s2h 7h6s4d3c KhJdTs2c Ah7c6s3c Js8c7d2h Td6c3h2s Kh7d6c3s AdKs5h3c 9d5h3s2c
        Tc5h3s2d AsTs7d4h KdTh6s5c As9h8h7c AcTh6s2h AsJh9c7d AcQh9s2d AcTc9h3d Tc6h4s3c
        9h5s4d2c AdJc4s3h Qh5d4c2s Ac9h8d3d As8d6h2c 9s8s6s2d As9h4d3h AsKhTc7d 9c8h4d2s
        Ad9s6c3d AsJs8c4d As6c5h3d AdTd5s2h 6h6c4d3c 6h5s4d2c AdQh7s4c Ac9h3c2s Ad9h3c2s
        Ac8h7c2s 7s5c2h2d Jd9s5c4h AhQd4s2c AsTs6d4c QsTc8h2d Ad7d5h2s 9h7d3c2s AhTd7c3s
        Qc6h4h3d Ad8d4c2s QdTc7h6s
    """,
    "badeucey": """
        8s6c4h3d2c 9c6d5s4d2h 8h7h6d2s2c 8s7h6c4h3d Jc5c4s3s3c Kd7c6h3c2s 9d7c4d3h2h 7s5s4c3h2h QcTh8s5c2d
        As8h5d3d2c KsTd6h5d4c Ks8d7s6h3d 7s5h4h3d2h KdQs9d8c6h Qd7c6c3h2s 6s6c5h4d2s Jc8s7d5s3h JcTd9c4s2h
        Th9h5s4c2d 7h4s3d2h2c 8h7d5c4s2d Td7d6h5c4h 8d7d7c4h2s Qd8h5s4c3s Ad7c3d2s2h 8d7c5s4c3h 8s7c5h3d2d
        QsJs8h7c2d 8d7s6c3h2c 7c5c4d3s2h Th7d4s4d3c 9s8s6d4c2h 9d8c6s4c3h 9s8c6s5d2h QcJs9d7d6c QhQd6c5s3d
        Qd9c6d3s2h Tc9h6d4c2s Kh7d4d3s2c 8s6s5s3h2c 7d6h5d4c2s 9s7h6c5s2d AhAc4d3h3d 9c6d4d3s2c AhJs8c7h2s
        7d4s3h3d2d AdAc8c6h2d 9d8h7c5c4s
    """,
    "badacey": """
        Ah7d6c3d2s 6d5s4h3d2s Ts8c6d3s2h 5s5c3h3c2d As6d4h3s2h Jc6s5d5c2h Ah9s6h5d4c AdAc7h6s5s As7h6h5s3d
        Ac8c5c4d3h Ah8c5d3c2c AcJc5h4h2s QsTh7h6c5d 9c8s7c4d2h Td7h7d5d4s Ah7h5s4d2c Ad5d4c3s2d AdTs4s4h2c
        Ac8c7c4d3h JsTh8d3s2c Ad8s6d5s3h AdAc6d4h2d 7d6d4s3h2c AsTh9c5h2d 6d5s4s3h2h Td9c6d5h2s Jh7c3s3h2d
        Ac8d7s4d3h Td9c4s3h2s AcKc5s5d4s As6d4c3s2c 7c5s4c3h2d TsTd8c6h5s Ac7c6s5d3s AcQd9h8h2s AsTs7h6c5d
        AcTd7s6d2h Ah8d7d4c3s Ad7h6s6h3s Ah6d5h3s2s Ac8d7h5d4s Qc9h7s6d4s 9s8d6s5c2h Ad6c5d4d3s Ad6s4d3h2c
        AcTs9h7h4d 9h7s5d3d2h Kd7s6s5h3c
    """,
    "archie": """
        AdAcKc9h9c AsAdKs5s5h AcKd8d6s6h Ac8d5s3h2d As6c5s4s3d As8c7h5h4s AhKsKhJsJd 8s5h5c3h3c Ac8s6d5s3d
        AhAdAcTh3c JhJd7s6c5d QsQdQc8h4s Ad6h5c3s2d AhAdKh9s9h AdQdQc5d2h AsAcTc6s5h 7h7c3s3d2c As8s8c6h4h
        TdTc9s9c6c As5h4h3c2s AcQc3s3h3d AhAd9d7s5h AhQs6d5h4d 8d7d6h3d2h KsKdKcJd7c KsKdJs8c6c AsAd8d7s5c
        KcQs9s9c2c KhKcQdJh7s AhAcQsJs4h AdAc6d4h4c Ac8d7d5h4c Jd6d6c4s4h AsAhAd9c8c AhAcQh9h9d As7s6d5h3d
        AhQd9s5h2h Qs6s5d3h2c AsAcQh5h3d AsAcQhQd2d KhJhJd2h2d 7h7d5h5d4c KhKdQsTs2c Ad8d6h5d2s KsKdKcQd4h
        As6s4c3h2h 9c6d5h4d2c AdAcQdQc3h
    """,
}
